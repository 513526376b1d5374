"""Sessions, forged commands and guesses at the door: what the tests of the door and of the sockets leave open."""

import pytest
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pitboss.server.authentication import COOKIE
from pitboss.server.limits import Limit
from pitboss.server.run import proxy_options
from pitboss.server.settings import ServerSettings
from support.floor import PIN
from support.visitors import CSRF, Visitor, guest, log_in

HERE = "http://testserver"


def code_of(answer):
    return answer.status_code, answer.json()["code"]


# ---- fixation


@pytest.mark.parametrize("come_in", [log_in, guest], ids=["log-in", "guest"])
def test_a_token_that_was_put_into_a_browser_is_never_taken_over(visitors, come_in):
    planted = "A" * 43
    victim, thief = visitors.nobody(), visitors.nobody()
    for each in (victim, thief):
        each.cookies.set(COOKIE, planted, domain="testserver.local")
    come_in(victim, "7")
    assert planted not in (victim.cookies.get(COOKIE, domain="testserver.local"), victim.headers[CSRF])
    assert thief.look("/api/me")["role"] == "nobody"


def test_a_thief_whose_own_session_was_planted_loses_it_when_the_victim_logs_in(visitors):
    thief, victim = guest(visitors.nobody()), visitors.nobody()
    victim.cookies.set(COOKIE, thief.cookies[COOKIE], domain="testserver.local")
    log_in(victim, "7")
    assert victim.look("/api/me")["role"] == "dealer"
    assert thief.look("/api/me")["role"] == "nobody"


def test_a_cookie_is_for_this_site_https_and_no_script(visitors, monkeypatch):
    context = visitors.app.state.context
    monkeypatch.setattr(context, "settings", context.settings.model_copy(update={"secure": True}))
    told = visitors.nobody().post("/api/log-in", json={"badge": "7", "pin": PIN}).headers["set-cookie"].lower()
    parts = {part.strip().partition("=")[0] for part in told.split(";")[1:]}
    assert parts == {"httponly", "max-age", "path", "samesite", "secure"}  # and no domain: no sibling of the site
    assert "samesite=strict" in told


# ---- other pages


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://testserver:81", "http://testserver.evil", "https://testserver"],
)
def test_a_page_of_another_site_sends_nothing_whoever_is_logged_in(visitors, origin):
    supervisor, foreign = visitors.as_("supervisor"), {"origin": origin}
    for path, body in (
        ("/api/tables/T1/fill", {"command_id": "forged", "cents": 500}),
        ("/api/log-in", {"badge": "7", "pin": PIN}),
        ("/api/guest", {"name": "Gina"}),
        ("/api/log-out", {}),
    ):
        answer = supervisor.post(path, json=body, headers=foreign)
        assert code_of(answer) == (403, "forged")
        assert "set-cookie" not in answer.headers
    assert supervisor.look("/api/me")["role"] == "supervisor"


def test_a_page_over_http_is_not_one_of_ours_where_browsers_come_over_https(visitors, monkeypatch):
    context, supervisor = visitors.app.state.context, visitors.as_("supervisor")
    monkeypatch.setattr(context, "settings", context.settings.model_copy(update={"secure": True}))
    body = {"command_id": "by scheme", "cents": 500}
    for origin, status in (("http://testserver", 403), ("http://testserver:443", 403), ("https://testserver", 200)):
        assert supervisor.post("/api/tables/T1/fill", json=body, headers={"origin": origin}).status_code == status


def test_our_own_pages_and_programs_send_what_they_like(visitors):
    supervisor = visitors.as_("supervisor")
    for number, headers in enumerate(({"origin": HERE}, {})):
        body = {"command_id": f"own-{number}", "cents": 500}
        assert supervisor.post("/api/tables/T1/fill", json=body, headers=headers).status_code == 200


def test_nobody_is_told_that_other_sites_may_ask(visitors):
    headers = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    answer = visitors.nobody().options("/api/tables/T1/fill", headers=headers)
    assert answer.status_code == 405
    assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_a_form_cannot_be_sent_for_a_command(visitors):
    supervisor = visitors.as_("supervisor")
    body = '{"command_id": "form", "cents": 500}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = supervisor.post("/api/tables/T1/fill", content=body, headers={"content-type": kind})
        assert code_of(answer)[1] == "unreadable"


# ---- replays and forgeries


def test_a_command_that_was_overheard_counts_once_and_for_its_sender_alone(visitors, demo):
    supervisor = visitors.as_("supervisor")
    tray = demo.cents("tray:T1")
    body = {"command_id": "overheard", "cents": 500}
    assert [supervisor.post("/api/tables/T1/fill", json=body).json()["repeat"] for _ in range(3)] == [False, True, True]
    assert demo.cents("tray:T1") == tray + 500
    executive = visitors.as_("executive")
    assert code_of(executive.post("/api/tables/T1/fill", json=body)) == (409, "command-reused")
    assert code_of(supervisor.post("/api/tables/T1/fill", json=body | {"cents": 9})) == (409, "command-reused")
    assert code_of(supervisor.post("/api/tables/T2/fill", json=body)) == (409, "command-reused")
    assert demo.cents("tray:T1") == tray + 500


@pytest.mark.parametrize(
    "more", [{"by": "executive:3"}, {"actor": "admin:1"}, {"role": "admin"}, {"do": "fill"}, {"player": "bob"}]
)
def test_nobody_says_in_a_body_who_they_are(visitors, more):
    answer = visitors.as_("supervisor").command("/api/tables/T1/fill", cents=500, **more)
    assert code_of(answer) == (422, "unreadable")


def test_the_token_of_a_person_is_no_token_of_a_device_without_its_value(visitors):
    dealer = visitors.as_("dealer")
    thief = visitors.nobody()
    thief.headers["authorization"] = f"Bearer {dealer.cookies[COOKIE]}"
    assert code_of(thief.command("/api/tables/T1/start-round")) == (403, "forged")


# ---- guesses


@pytest.fixture
def three_tries(visitors, monkeypatch):
    """Three tries a minute from one address."""
    monkeypatch.setattr(visitors.app.state.context.limits, "_log_ins", Limit(3, 60))


def test_an_address_that_somebody_makes_up_does_not_begin_the_count_anew(visitors, three_tries):
    behind = Visitor(ProxyHeadersMiddleware(visitors.app, trusted_hosts="127.0.0.1"), client=("10.0.0.7", 50000))
    behind.portal = visitors._first.portal
    told = [
        behind.post("/api/log-in", json={"badge": "99", "pin": "9182"}, headers={"x-forwarded-for": f"10.9.9.{number}"})
        for number in range(4)
    ]
    assert [answer.status_code for answer in told] == [403, 403, 403, 429]


def test_no_proxy_is_believed_unless_it_is_named():
    assert ServerSettings().proxies == ""

    async def app(_scope, _receive, _send):
        """Nothing between it and the server reads X-Forwarded-For."""

    config = uvicorn.Config(app, interface="asgi3", **proxy_options(ServerSettings()))
    config.load()
    assert config.loaded_app is app
    named = proxy_options(ServerSettings(proxies="10.0.0.1"))
    assert named == {"proxy_headers": True, "forwarded_allow_ips": "10.0.0.1"}


def test_all_addresses_of_one_line_are_counted_together(visitors, three_tries):
    told = [
        visitors.nobody(f"2001:db8:7:7::{number:x}").post("/api/log-in", json={"badge": "99", "pin": "9182"})
        for number in range(1, 5)
    ]
    assert [answer.status_code for answer in told] == [403, 403, 403, 429]
    log_in(visitors.nobody("2001:db8:7:8::1"), "7")


def test_a_locked_badge_an_unknown_one_and_a_wrong_pin_look_the_same(visitors):
    client = visitors.nobody()
    tries = [("3", "9182")] * 6 + [("3", PIN), ("99", PIN), ("' OR 1=1 --", PIN), ("8", "0000"), ("8", "x" * 64)]
    told = [client.post("/api/log-in", json={"badge": badge, "pin": pin}).json() for badge, pin in tries]
    assert len({(each["status"], each["code"], each["detail"]) for each in told}) == 1
