"""A browser to look at pages with: Chromium through chromedriver, spoken to over plain HTTP."""
import base64
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request

BROWSERS = ["chromium", "chromium-browser", "google-chrome"]
TIMEOUT = 60  # seconds; a page takes far less


def find():
    """(browser, driver), or None if one of them is missing."""
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


class Browser:
    """One session; used as a context manager."""

    def __init__(self, paths):
        self.paths = paths

    def __enter__(self):
        self.home = tempfile.TemporaryDirectory(prefix="kerf-browser-", ignore_cleanup_errors=True)
        self.driver = subprocess.Popen([self.paths[1], "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        port = None
        for line in self.driver.stdout:
            if match := re.search(r"started successfully on port (\d+)", line):
                port = match.group(1)
                break
        if not port:
            raise SystemExit("chromedriver does not start")
        # What it says later must not fill the pipe.
        threading.Thread(target=self.driver.stdout.read, daemon=True).start()
        self.at = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                     "--disable-dev-shm-usage", f"--user-data-dir={self.home.name}/profile"]
        wanted = {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                  "goog:chromeOptions": {"binary": self.paths[0], "args": arguments}}
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.at += f"/session/{session['sessionId']}"
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        except (OSError, RuntimeError):
            pass
        self.driver.terminate()
        self.driver.wait()
        self.home.cleanup()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.at + path, data, {"Content-Type": "application/json"},
                                         method=method)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as e:
            raise RuntimeError(json.load(e)["value"]["message"]) from e

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def look(self, width, height, dark):
        """What screen it is."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=1, mobile=width < 600)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.devtools("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, path):
        self.call("POST", "/url", {"url": pathlib.Path(path).as_uri()})

    def script(self, text):
        return self.call("POST", "/execute/sync", {"script": text, "args": []})

    def log(self):
        """What the console has said since the last time."""
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def screenshot(self, path):
        """Of the whole page, however long it is."""
        picture = self.devtools("Page.captureScreenshot", captureBeyondViewport=True)
        pathlib.Path(path).write_bytes(base64.b64decode(picture["data"]))
