"""The location of the user's own brain, with the preferences for all projects."""

from dataclasses import replace

from myelin.config.settings import Settings

META = "meta"


def for_meta(settings: Settings) -> Settings:
    """Return the settings that mean the user's own brain, whose root is its own.

    MYELIN_KEY is the project's key and is ignored here.
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
