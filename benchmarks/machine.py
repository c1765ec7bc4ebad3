"""What the figures were measured on."""

import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engine.cores import usable_cores

PACKAGES = ("numba", "numpy", "llvmlite", "open_spiel")


def load_average() -> float | None:
    """How many processes have wanted a core during the last minute, where the system knows."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def describe() -> dict[str, object]:
    """The machine, the versions and the time of day."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "system": platform.platform(),
        "cpu": _cpu_model(),
        "cores": usable_cores(),
        "load average before": load_average(),
        "python": platform.python_version(),
        **{package: _version(package) for package in PACKAGES},
    }


def summary(about: Mapping[str, object]) -> str:
    """One line for people."""
    loads = " to ".join(f"{about.get(f'load average {when}')}" for when in ("before", "after"))
    return (
        f"{about['cpu']}, {about['cores']} cores (load average {loads}), Python {about['python']}, "
        f"numba {about['numba']}, {about['date']}"
    )


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _cpu_model() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
