"""The OAuth 2.1 authorization server, for hosts that cannot send a token or a key of their own."""

from myelin.server.oauth.mail import Relay, read_relay
from myelin.server.oauth.routing import PATHS, routes
from myelin.server.oauth.service import OAuth, OAuthSettings

__all__ = ["PATHS", "OAuth", "OAuthSettings", "Relay", "read_relay", "routes"]
