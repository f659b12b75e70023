"""The packages: what is in them, and that they work where they are installed.

KERF_WHEEL names the wheel and KERF_DEBS the folder of the Debian packages, which `make check-python`
has made; without them this is skipped.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import unittest
import zipfile

WHEEL = os.environ.get("KERF_WHEEL", "")
DEBS = os.environ.get("KERF_DEBS", "")
USE = """
import kerf
m = kerf.Model.from_string("*F(p, p)\\nS(p)\\n1.1 F(x, y) => S(y)")
with m.session() as s:
    s.add("F", [("Anna", "Bob")])
    print(kerf.__version__, s.map().true("S"))
"""
SAID = "[('Bob',)]\n"


def run(*argv, **options):
    return subprocess.run(argv, capture_output=True, text=True, **options)


def other_pythons():
    """Interpreters of 3.11 and later on this machine, one for each version."""
    found = {}
    places = [*map(pathlib.Path, os.get_exec_path()), *pathlib.Path.home().glob(".pyenv/versions/*/bin")]
    for folder in places:
        for path in sorted(folder.glob("python3.[1-9][0-9]")):
            version = path.name.removeprefix("python")
            if int(version.partition(".")[2]) >= 11 and run(str(path), "-c", "pass").returncode == 0:
                found.setdefault(version, str(path))
    return found


@unittest.skipUnless(os.path.isfile(WHEEL), "KERF_WHEEL names no wheel")
class Wheel(unittest.TestCase):
    def test_contents(self):
        self.assertRegex(os.path.basename(WHEEL), r"^kerf-[\d.]+-cp311-abi3-manylinux_2_\d+_\w+\.whl$")
        with zipfile.ZipFile(WHEEL) as wheel:
            names = set(wheel.namelist())
            metadata = next(n for n in names if n.endswith("METADATA"))
            told = wheel.read(metadata).decode()
        for name in "__init__.py", "_kerf.abi3.so", "_kerf.pyi", "py.typed", "libs/libkerf.so.0":
            self.assertIn(f"kerf/{name}", names)
        self.assertTrue(any(n.endswith("dist-info/LICENSE") for n in names), names)
        self.assertRegex(told, r"(?s)Built with:.*zlib.*In this wheel:.*libkerf\.so\.0")

    def test_carries_what_it_needs(self):
        """Every library that something in it needs is in it, or one that every Linux has."""
        given = re.compile(r"(ld-linux-.*|lib(c|m|dl|rt|pthread|util|gcc_s|stdc\+\+|z)\.so\.\d+)")
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(WHEEL) as wheel:
                wheel.extractall(folder)
            binaries = [*pathlib.Path(folder, "kerf").rglob("*.so*")]
            carried = {path.name for path in binaries}
            self.assertGreater(len(binaries), 1)
            for path in binaries:
                told = run("readelf", "-d", str(path), env=os.environ | {"LC_ALL": "C"}).stdout
                needed = re.findall(r"\(NEEDED\).*\[(.*)\]", told)
                self.assertEqual([n for n in needed if n not in carried and not given.fullmatch(n)], [])
                # The extension's own path holds for all that it loads, unless one of these has another.
                own = re.findall(r"\((RPATH|RUNPATH)\).*\[(.*)\]", told)
                self.assertEqual(own, [("RPATH", "$ORIGIN/libs")] if path.parent.name == "kerf" else [], path.name)
            # And so it is: what is loaded is what is carried, although this machine may have its like.
            ran = run(sys.executable, "-c", "import kerf; print(open('/proc/self/maps').read())",
                      env={"PYTHONPATH": folder}, cwd=folder)
            loaded = set(re.findall(r"(/\S+\.so\S*)", ran.stdout))
            self.assertEqual({p for p in loaded if os.path.basename(p) in carried},
                             {os.path.realpath(p) for p in binaries}, ran.stderr)

    def test_stable_interface(self):
        """Everything of Python that the extension uses is declared where only the stable interface is."""
        include = sysconfig.get_path("include")
        if not os.path.isfile(os.path.join(include, "Python.h")) or not shutil.which("cc"):
            self.skipTest("there is no compiler, or no Python.h")
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(WHEEL) as wheel:
                extension = wheel.extract("kerf/_kerf.abi3.so", folder)
            used = re.findall(r" U (_?Py\w+)", run("nm", "-D", "--undefined-only", extension).stdout)
            self.assertGreater(len(used), 50)
            text = "".join(f"const void *use_{i}(void) {{ return (const void *)&{name}; }}\n"
                           for i, name in enumerate(used))
            ran = run("cc", "-fsyntax-only", "-DPy_LIMITED_API=0x030b0000", "-DPY_SSIZE_T_CLEAN",
                      f"-I{include}", "-x", "c", "-", input=f"#include <Python.h>\n{text}")
            self.assertEqual(ran.returncode, 0, ran.stderr)
            wrong = run("cc", "-fsyntax-only", "-DPy_LIMITED_API=0x030b0000", f"-I{include}", "-x", "c", "-",
                        input="#include <Python.h>\nconst void *f(void) { return &PyUnicode_AsUTF8; }\n")
            self.assertNotEqual(wrong.returncode, 0)

    def test_every_python(self):
        """One wheel serves all: unpacked, away from the tree it was built in."""
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(WHEEL) as wheel:
                wheel.extractall(folder)
            pythons = other_pythons()
            self.assertTrue(pythons)
            for version, path in pythons.items():
                ran = run(path, "-c", USE, env={"PYTHONPATH": folder}, cwd=folder)
                self.assertEqual(ran.stdout.partition(" ")[2], SAID, f"{version}: {ran.stderr}")

    def test_pip(self):
        if run(sys.executable, "-m", "pip", "--version").returncode != 0:
            self.skipTest("there is no pip")
        with tempfile.TemporaryDirectory() as folder:
            ran = run(sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target",
                      folder, WHEEL)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            ran = run(sys.executable, "-c", USE, env={"PYTHONPATH": folder}, cwd=folder)
            self.assertEqual(ran.stdout.partition(" ")[2], SAID, ran.stderr)


# What a user of the packages does; standard input is use.py.
TRY = """
cd /tmp && kerf version >/dev/null
cat >use.py
/usr/bin/python3 use.py
"""
# A system with nothing but what the packages ask for: their dependencies are right, or it fails.
FRESH = """
export DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
apt-get -qq install -y --no-install-recommends /debs/kerf_*.deb /debs/libkerf0_*.deb /debs/python3-kerf_*.deb >/dev/null
""" + TRY
OVERLAY = "mount -t overlay overlay -o lowerdir=/,upperdir={tmp}/upper,workdir={tmp}/work {tmp}/root\n"
INSTALL = """
mount --bind {debs} {tmp}/root/mnt
chroot {tmp}/root sh -ec '
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
dpkg -i /mnt/kerf_*.deb /mnt/libkerf0_*.deb /mnt/libkerf-dev_*.deb /mnt/python3-kerf_*.deb >/dev/null
cd /tmp && kerf version >/dev/null
cat >hello.c <<END
#include <kerf.h>
#include <stdio.h>
int main(void) {{ puts(kerf_version()); return 0; }}
END
cc hello.c -o hello $(pkg-config --cflags --libs kerf) && ./hello
cat >use.py
/usr/bin/python3 use.py
dpkg -r kerf python3-kerf libkerf-dev libkerf0 >/dev/null
! test -e /usr/bin/kerf && ! test -e /usr/lib/python3/dist-packages/kerf/_kerf.abi3.so
'
"""


@unittest.skipUnless(os.path.isdir(DEBS), "KERF_DEBS names no folder of packages")
class Debian(unittest.TestCase):
    def packages(self):
        return {p.name.partition("_")[0]: str(p) for p in pathlib.Path(DEBS).glob("*.deb")}

    def field(self, package, name):
        return run("dpkg-deb", "-f", self.packages()[package], name).stdout.strip()

    def test_contents(self):
        self.assertEqual(sorted(self.packages()), ["kerf", "libkerf-dev", "libkerf0", "python3-kerf"])
        wanted = {"kerf": "/usr/bin/kerf", "libkerf0": "/libkerf.so.0", "libkerf-dev": "/usr/include/kerf.h",
                  "python3-kerf": "/usr/lib/python3/dist-packages/kerf/_kerf.abi3.so"}
        for package, path in wanted.items():
            listed = run("dpkg-deb", "-c", self.packages()[package]).stdout
            self.assertTrue(any(line.endswith(path) for line in listed.splitlines()), listed)

    def test_dependencies(self):
        self.assertRegex(self.field("libkerf0", "Depends"), r"libc6.*")
        self.assertIn("zlib1g", self.field("libkerf0", "Depends"))
        self.assertRegex(self.field("python3-kerf", "Depends"), r"libkerf0 \(= .*python3")
        self.assertIn("libkerf0 (=", self.field("libkerf-dev", "Depends"))

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    @unittest.skipUnless(os.environ.get("KERF_LONG"), "only with KERF_LONG=1")
    def test_lintian(self):
        # A first upload to Debian would close a bug of its tracker; this is none.
        ran = run("lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags",
                  "initial-upload-closes-no-bugs", *self.packages().values())
        self.assertEqual((ran.returncode, re.findall(r"^[EW]:.*", ran.stdout, re.M)), (0, []))

    @unittest.skipUnless(os.environ.get("KERF_LONG"), "takes minutes and the network: only with KERF_LONG=1")
    def test_in_a_fresh_system(self):
        if not shutil.which("debootstrap") or os.getuid() != 0:
            self.skipTest("debootstrap is not installed, or this is not root")
        suite = re.search(r"VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text())
        with tempfile.TemporaryDirectory(prefix="kerf-root-") as root:
            ran = run("debootstrap", "--variant=minbase", suite[1], root)
            if ran.returncode != 0:
                self.skipTest("debootstrap cannot fetch a system: " + ran.stdout[-300:])
            os.mkdir(os.path.join(root, "debs"))
            for path in self.packages().values():
                shutil.copy(path, os.path.join(root, "debs"))
            ran = run("chroot", root, "sh", "-ec", FRESH, input=USE)
            self.assertEqual(ran.returncode, 0, ran.stdout[-2000:] + ran.stderr[-2000:])
            self.assertTrue(ran.stdout.endswith(SAID), ran.stdout)

    def test_installed(self):
        """In a copy of this machine that is thrown away; where that is not allowed, unpacked."""
        with tempfile.TemporaryDirectory(prefix="kerf-deb-") as tmp:
            for name in "upper", "work", "root":
                os.mkdir(os.path.join(tmp, name))
            if run("unshare", "-m", "sh", "-ec", OVERLAY.format(tmp=tmp)).returncode != 0:
                self.unpacked(tmp)
                return
            script = OVERLAY + INSTALL
            ran = run("unshare", "-m", "sh", "-ec", script.format(tmp=tmp, debs=os.path.abspath(DEBS)), input=USE)
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            version, said = ran.stdout.split("\n", 1)
            self.assertEqual(said, f"{version} {SAID}")

    def unpacked(self, tmp):
        print("Debian packages were unpacked, not installed: no overlay can be mounted here")
        for path in self.packages().values():
            self.assertEqual(run("dpkg-deb", "-x", path, f"{tmp}/root").returncode, 0)
        libraries = next(pathlib.Path(tmp, "root/usr/lib").glob("*/libkerf.so.0")).parent
        env = {"LD_LIBRARY_PATH": str(libraries), "PYTHONPATH": f"{tmp}/root/usr/lib/python3/dist-packages"}
        ran = run("/usr/bin/python3", "-c", USE, env=env)
        self.assertEqual(ran.stdout.partition(" ")[2], SAID, ran.stderr)
        self.assertEqual(run(f"{tmp}/root/usr/bin/kerf", "version", env=env).returncode, 0)
