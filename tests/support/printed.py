"""Pages as the printer has them."""

from weasyprint import HTML


def printed(html):
    """The texts of every page, from top to bottom."""
    return [_texts(page) for page in HTML(string=html).render().pages]


def _texts(page):
    # Where a text comes to lie is known to the boxes of a page only.
    return [box.text for box in page._page_box.descendants() if hasattr(box, "text")]
