#!/usr/bin/env python3
"""Makes a wheel of a built package: extension, Python files, libkerf, and the libraries that it needs.

Usage: wheel.py PACKAGE LIBRARY DIST     PACKAGE: build/python/kerf; LIBRARY: build/libkerf.so.0;
                                         DIST: where the wheel goes

Needs setuptools, wheel, readelf and strip, and no network. Libraries that every Linux has are left to
the machine; the others are copied beside the extension, which finds them by its own place. The tag
says which C library is needed at least, read from the symbols of everything in the wheel.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# What a wheel may expect, by PEP 600 and its policies.
GIVEN = re.compile(r"(ld-linux-.*|lib(c|m|dl|rt|pthread|util|gcc_s|stdc\+\+|z)\.so\.\d+)")
DYNAMIC = re.compile(r"\((NEEDED|SONAME)\).*\[(.*)\]")
GLIBC = re.compile(r"\bGLIBC_2\.(\d+)\b")
SETUP = """
import setuptools
class Binary(setuptools.Distribution):
    def has_ext_modules(self):
        return True
setuptools.setup(
    name="kerf", version={version!r}, packages=["kerf"], package_data={{"kerf": {files!r}}},
    description="Markov logic: the most probable world, proven", license="MIT",
    long_description={description!r}, long_description_content_type="text/markdown",
    python_requires=">=3.11", distclass=Binary, zip_safe=False,
    classifiers=["Programming Language :: Python :: 3", "Operating System :: POSIX :: Linux",
                 "License :: OSI Approved :: MIT License", "Typing :: Typed"],
)
"""


def output(*argv):
    return subprocess.run(argv, check=True, capture_output=True, text=True,
                          env=os.environ | {"LC_ALL": "C"}).stdout


def needed(path):
    return [name for tag, name in DYNAMIC.findall(output("readelf", "-d", str(path)))
            if tag == "NEEDED"]


def found_by_loader(path):
    """Where the loader of this machine finds each library, by name."""
    lines = output("ldd", str(path)).splitlines()
    return dict(re.findall(r"^\s*(\S+) => (\S+)", line)[0] for line in lines if "=>" in line)


def bundled(library):
    """The library and all that it needs and no machine is sure to have, by name."""
    places, todo, result = found_by_loader(library), [library.name], {library.name: library}
    while todo:
        for name in needed(result[todo.pop()]):
            if not GIVEN.fullmatch(name) and name not in result:
                result[name] = pathlib.Path(places[name]).resolve()
                todo.append(name)
    return result


def debian_package(path):
    """Package and version that a library comes from; None elsewhere. Debian has merged /lib and /usr/lib."""
    for place in path, pathlib.Path(str(path).removeprefix("/usr")):
        try:
            package = output("dpkg-query", "-S", str(place)).partition(":")[0]
            return package, output("dpkg-query", "-W", "-f", "${Version}", package).split("\n")[0]
        except (OSError, subprocess.CalledProcessError):
            continue
    return None


def copy_libraries(library, folder):
    """Copies them stripped, with their licences, and returns a line about each."""
    told = []
    for name, path in sorted(bundled(library).items()):
        shutil.copy(path, folder / name)
        subprocess.run(["strip", "--strip-unneeded", str(folder / name)], check=True)
        package = debian_package(path) if path != library else None
        if package is None:
            told.append(f"- {name}")
            continue
        told.append(f"- {name}, from Debian's {package[0]} {package[1]}")
        licence = pathlib.Path("/usr/share/doc", package[0], "copyright")
        if licence.exists():
            shutil.copy(licence, folder / f"{package[0]}.copyright")
    return told


def glibc_tag(files):
    versions = [int(v) for f in files for v in GLIBC.findall(output("readelf", "-W", "--dyn-syms", str(f)))]
    return f"manylinux_2_{max(versions)}_{os.uname().machine}"


def features(package):
    code = "import kerf; print(kerf.__version__, *kerf.built_with(), sep='\\n')"
    env = os.environ | {"PYTHONPATH": str(package.parent)}
    lines = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True,
                           env=env).stdout.splitlines()
    return lines[0], lines[1:]


def main():
    package, library, dist = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
    dist.mkdir(parents=True, exist_ok=True)
    version, built_with = features(package)
    with tempfile.TemporaryDirectory(prefix="kerf-wheel-") as tmp:
        target = pathlib.Path(tmp, "kerf")
        shutil.copytree(package, target, ignore=shutil.ignore_patterns("libs", "__pycache__"))
        (target / "libs").mkdir()
        told = copy_libraries(library, target / "libs")
        subprocess.run(["strip", "--strip-unneeded", str(target / "_kerf.abi3.so")], check=True)
        tag = glibc_tag([*target.glob("*.so"), *target.glob("libs/*.so*")])
        description = "\n".join(["kerf, an exact engine for Markov logic.", "", "Built with:", ""]
                                + [f"- {f}" for f in built_with] + ["", "In this wheel:", ""] + told)
        files = ["*.so", "*.pyi", "py.typed", "libs/*"]
        shutil.copy(pathlib.Path(__file__).resolve().parent.parent / "LICENSE", tmp)
        pathlib.Path(tmp, "setup.py").write_text(
            SETUP.format(version=version, files=files, description=description + "\n"))
        subprocess.run([sys.executable, "setup.py", "-q", "bdist_wheel", "--py-limited-api=cp311",
                        f"--plat-name={tag}", "-d", str(dist)], cwd=tmp, check=True,
                       stderr=subprocess.DEVNULL)
    print(max(dist.glob("kerf-*.whl"), key=os.path.getmtime))


main()
