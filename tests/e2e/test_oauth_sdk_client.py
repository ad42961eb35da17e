"""The OAuth client of the MCP package signs in, refreshes and signs in again after a revocation."""

import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field

import anyio
import httpx2
import pytest
from mcp.client.auth import OAuthClientProvider
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)
from pydantic import AnyUrl

from tests.e2e.oauth_site import Browser, Site, serve, sign_in


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serve(tmp_path_factory.mktemp("sdk")) as found:
        yield found


@dataclass
class Host:
    """A program with the package's client, whose browser a person operates."""

    site: Site
    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None
    answers: list[dict[str, str]] = field(default_factory=list)

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info

    def _consent(self, url: str) -> None:
        brain = self.site.brain("alpha")
        browser = sign_in(Browser(self.site), url)
        browser.submit("choose", brain=brain, scope="write")
        browser.submit("allow", key=self.site.key(brain))
        self.answers.append(browser.answer)

    async def redirect(self, url: str) -> None:
        await anyio.to_thread.run_sync(self._consent, url)

    async def callback(self) -> AuthorizationCodeResult:
        answer = self.answers[-1]
        return AuthorizationCodeResult(
            code=answer["code"], state=answer["state"], iss=answer["iss"]
        )

    def provider(self) -> OAuthClientProvider:
        return OAuthClientProvider(
            server_url=f"{self.site.url}/mcp",
            client_metadata=OAuthClientMetadata(
                client_name="Package",
                redirect_uris=[AnyUrl("http://127.0.0.1:3030/callback")],
                grant_types=["authorization_code", "refresh_token"],
                response_types=["code"],
                scope="read write",
            ),
            storage=self,
            redirect_handler=self.redirect,
            callback_handler=self.callback,
        )

    async def post(self, provider: OAuthClientProvider) -> httpx2.Response:
        context = ssl.create_default_context(cafile=str(self.site.certificate))
        async with httpx2.AsyncClient(auth=provider, verify=context, timeout=20) as client:
            return await client.post(f"{self.site.url}/mcp", json={})


def test_the_package_s_own_client_signs_in_and_stays_so(site: Site) -> None:
    async def run() -> None:
        host = Host(site)
        provider = host.provider()
        first = await host.post(provider)
        assert first.status_code == 200
        assert first.json()["name"] == "Package"
        assert first.json()["key"] == site.keys[site.brain("alpha")].hex()
        assert host.client is not None
        assert host.tokens is not None
        assert host.tokens.expires_in == 900
        one = host.tokens.refresh_token

        # The access token runs out: the client refreshes without a person.
        provider.context.token_expiry_time = 1.0
        assert (await host.post(provider)).status_code == 200
        assert host.tokens.refresh_token != one
        assert len(host.answers) == 1

        # Another process of the same host starts from what was stored.
        assert (await host.post(host.provider())).status_code == 200
        assert len(host.answers) == 1

        # After a revocation the next call asks the person again, once.
        with site.control.store.reading() as rows:
            row = rows.one("SELECT id FROM oauth_grant WHERE client_name = 'Package'")
        assert row is not None
        assert site.oauth.grants.revoke(row[0])
        assert (await host.post(provider)).status_code == 200
        assert len(host.answers) == 2

    anyio.run(run)
