"""Settings and the location of the brain, from flags, environment and file."""

from myelin.config.environment import process_environment
from myelin.config.home import prepare_home
from myelin.config.locate import Location, find_brain, locate, locate_new
from myelin.config.meta import for_meta
from myelin.config.names import BRAIN_SUFFIX, DATA_FOLDER, check_name, nearest_name
from myelin.config.session import for_session
from myelin.config.settings import Settings, keep, load
from myelin.config.shell import driving_agent, shell_caller

__all__ = [
    "BRAIN_SUFFIX",
    "DATA_FOLDER",
    "Location",
    "Settings",
    "check_name",
    "driving_agent",
    "find_brain",
    "for_meta",
    "for_session",
    "keep",
    "load",
    "locate",
    "locate_new",
    "nearest_name",
    "prepare_home",
    "process_environment",
    "shell_caller",
]
