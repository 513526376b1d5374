"""A page that asks for more than it may: it waits as long as it is told, asks again, and says so where it is too long."""

from playwright.sync_api import expect

SENTENCE = "more than 20 requests a second from one address: try again in {}"


def refuse(page, pattern, seconds, times):
    """The house refuses to answer a few times; how often it was asked."""
    asked = []

    def answer(route):
        asked.append(route.request.url)
        if len(asked) > times:
            route.continue_()
            return
        words = SENTENCE.format(f"{seconds} seconds")
        told = {"code": "too-many-tries", "title": "Too many tries", "status": 429, "detail": words}
        route.fulfill(status=429, headers={"retry-after": str(seconds)}, json=told)

    page.route(pattern, answer)
    return asked


def test_a_page_waits_as_long_as_it_is_told_and_asks_again(glance):
    glance.allow("429")
    page = glance("/log-in")
    asked = refuse(page, "**/api/tables", 1, times=2)
    page.goto("/rules/T1")
    expect(page.get_by_text("Three Card Poker").first).to_be_visible()
    assert len(asked) == 3


def test_a_page_that_would_have_to_wait_long_says_why(glance):
    glance.allow("429")
    page = glance("/log-in")
    asked = refuse(page, "**/api/tables", 1200, times=100)
    page.goto("/rules/T1")
    expect(page.get_by_text(SENTENCE.format("1200 seconds"))).to_be_visible()
    assert len(asked) == 1
