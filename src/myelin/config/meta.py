"""Where the user's own brain is, which holds what one person prefers in all projects."""

from dataclasses import replace

from myelin.config.settings import Settings

META = "meta"


def for_meta(settings: Settings) -> Settings:
    """Return the settings that mean the user's own brain, whose root is its own.

    A key that the environment gives is the project's: it counts for nothing here.
    """
    source = "--meta"
    return replace(
        settings,
        data=settings.home / META,
        data_from=source,
        name=META,
        name_from=source,
        key=None,
    )
