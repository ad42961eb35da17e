"""The optional dense companion: a sentence model that runs on this device, from installed packages.

Nothing of it is imported before the owner has switched it on and a query or text needs a vector.
"""

from typing import TYPE_CHECKING

from myelin.kernel.lazy import door

if TYPE_CHECKING:
    from myelin.dense.model import SentenceModel as SentenceModel
    from myelin.dense.package import INSTALL as INSTALL
    from myelin.dense.package import REVISION as REVISION
    from myelin.dense.package import why_unusable as why_unusable

__getattr__ = door(
    __name__,
    {
        "SentenceModel": "model",
        "INSTALL": "package",
        "REVISION": "package",
        "why_unusable": "package",
    },
)
