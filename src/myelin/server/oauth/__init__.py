"""The OAuth 2.1 authorization server, for hosts that cannot send a token or a key of their own."""

from myelin.server.oauth.mail import Relay
from myelin.server.oauth.opening import open_oauth
from myelin.server.oauth.routing import PATHS, routes
from myelin.server.oauth.service import OAuth, OAuthSettings

__all__ = ["PATHS", "OAuth", "OAuthSettings", "Relay", "open_oauth", "routes"]
