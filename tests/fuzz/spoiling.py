"""Valid input, spoilt: keys lost, doubled and swapped, kinds changed, numbers at their extremes, texts cut and spliced.

``spoilt(seeds)`` is a Hypothesis strategy over valid examples of one kind: texts, bytes, or what JSON holds. Nothing is
made up from nothing: a reader is best tried with what is nearly right.
"""

import re

from hypothesis import strategies as st

from fuzz.junk import VALUES, WORDS

DEEP = 100
"""So many lists in one another."""

_FAULTS = st.sampled_from((0, 1, 1, 1, 2, 3, 4))
"""How many faults at once: with one, a reader looks at nearly all of it."""


def spoilt(seeds):
    """Valid input with up to four faults in it."""
    kinds = {str: texts, bytes: papers}
    return kinds.get(type(seeds[0]), trees)(tuple(seeds))


# ---- what JSON holds


@st.composite
def trees(draw, seeds):
    """A tree of dicts, lists and values."""
    holder = [_copy(draw(st.sampled_from(seeds)))]
    for _ in range(draw(_FAULTS)):
        places = list(_places(holder))
        where, key = places[draw(st.integers(0, len(places) - 1))]
        draw(st.sampled_from(_TREE_FAULTS))(draw, where, key, (places, seeds))
        holder = holder or [None]
    return holder[0]


def _copy(tree):
    if isinstance(tree, dict):
        return {key: _copy(value) for key, value in tree.items()}
    return [_copy(value) for value in tree] if isinstance(tree, list | tuple) else tree


def _places(tree):
    """Every place of a tree: what holds it, and its key there."""
    entries = list(tree.items() if isinstance(tree, dict) else enumerate(tree))
    for key, value in entries:
        yield tree, key
        if isinstance(value, dict | list):
            yield from _places(value)


def _other_value(draw, where, key, _around):
    where[key] = _copy(draw(st.sampled_from(VALUES)))


def _other_kind(draw, where, key, _around):
    value = where[key]
    others = [str(value)[:4000] if not _is_huge(value) else "", [value], {"do": value}, [value, value]]
    if isinstance(value, str):
        others += [list(value), len(value), value.encode("utf-8", "replace").hex(), value.upper(), f"{value} "]
    if isinstance(value, dict):
        others += [list(value), list(value.values())]
    if isinstance(value, list):
        others += [{str(number): each for number, each in enumerate(value)}, value[::-1], value * 2]
    if type(value) in (int, float) and not _is_huge(value):
        others += [-value, value + 1, value * 10, value + 0.5, bool(value)]
    where[key] = draw(st.sampled_from(others))


def _is_huge(value):
    return type(value) is int and abs(value) > 10**300


def _lose(_draw, where, key, _around):
    del where[key]


def _double(draw, where, key, _around):
    if isinstance(where, list):
        where.insert(key, _copy(where[key]))
    else:
        where[draw(st.sampled_from((f"{key}2", f" {key}", key.upper() or "x", "format", "do", "\ud800")))] = where[key]


def _swap(draw, where, key, around):
    other, name = around[0][draw(st.integers(0, len(around[0]) - 1))]
    where[key], other[name] = _copy(other[name]), _copy(where[key])


def _rename(draw, where, key, _around):
    if isinstance(where, dict):
        where[draw(st.sampled_from(WORDS))] = where.pop(key)


def _splice(draw, where, key, around):
    own = [_copy(draw(st.sampled_from(around[1])))]
    places = list(_places(own))
    other, name = places[draw(st.integers(0, len(places) - 1))]
    where[key] = other[name]


def _bury(_draw, where, key, _around):
    for _ in range(DEEP):
        where[key] = [where[key]]


def _spoil_text(draw, where, key, around):
    if isinstance(where[key], str):
        where[key] = _spoilt_text(draw, where[key], (where[key],))
    else:
        _other_value(draw, where, key, around)


_TREE_FAULTS = (_other_value, _other_kind, _lose, _double, _swap, _rename, _splice, _spoil_text, _bury)


# ---- texts


@st.composite
def texts(draw, seeds):
    """A text; most that are read by us have lines."""
    text = draw(st.sampled_from(seeds))
    for _ in range(draw(_FAULTS)):
        text = _spoilt_text(draw, text, seeds)
    return text


def _spoilt_text(draw, text, seeds):
    return draw(st.sampled_from(_TEXT_FAULTS))(draw, text, seeds)


def _span(draw, length, most=40):
    start = draw(st.integers(0, length))
    return start, min(length, start + draw(st.integers(0, most)))


def _cut_out(draw, text, _seeds):
    start, end = _span(draw, len(text))
    return text[:start] + text[end:]


def _put_in(draw, text, _seeds):
    start = draw(st.integers(0, len(text)))
    return text[:start] + draw(st.sampled_from(WORDS)) + text[start:]


def _put_in_a_sign(draw, text, _seeds):
    start, end = _span(draw, len(text), most=1)
    return text[:start] + draw(st.sampled_from("'\"=[]{}#.,:;-+\\ \t\n\0Aa9é")) + text[end:]


def _end_early(draw, text, _seeds):
    return text[: draw(st.integers(0, len(text)))]


def _say_twice(draw, text, _seeds):
    start, end = _span(draw, len(text), most=400)
    return text[:end] + text[start:end] + text[end:]


def _swap_lines(draw, text, _seeds):
    lines = text.split("\n")
    one, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _lose_a_line(draw, text, _seeds):
    lines = text.split("\n")
    del lines[draw(st.integers(0, len(lines) - 1))]
    return "\n".join(lines)


def _other_word(draw, text, _seeds):
    words = list(re.finditer(r"[\w.$%,-]+", text))
    if not words:
        return draw(st.sampled_from(WORDS))
    word = words[draw(st.integers(0, len(words) - 1))]
    return text[: word.start()] + draw(st.sampled_from(_TOKENS)) + text[word.end() :]


_TOKENS = (*WORDS, "0", "-1", "1", "5", "1.5", "1e5", "18446744073709551616", "nan", "inf", "[[1]]", "{a = 1}", "As")


def _join_another(draw, text, seeds):
    other = draw(st.sampled_from(seeds))
    return text[: draw(st.integers(0, len(text)))] + other[draw(st.integers(0, len(other))) :]


_TEXT_FAULTS = (
    _cut_out,
    _put_in,
    _put_in_a_sign,
    _end_early,
    _say_twice,
    _swap_lines,
    _lose_a_line,
    _other_word,
    _join_another,
)


# ---- bytes: files that are not what their name says


@st.composite
def papers(draw, seeds):
    """The bytes of a file: a text spoilt, or a bit turned over."""
    paper = bytearray(draw(st.sampled_from(seeds)))
    for _ in range(draw(_FAULTS)):
        if paper and draw(st.booleans()):
            paper[draw(st.integers(0, len(paper) - 1))] ^= 1 << draw(st.integers(0, 7))
        else:
            text = paper.decode("utf-8", "replace")
            others = tuple(seed.decode("utf-8", "replace") for seed in seeds)
            paper = bytearray(_spoilt_text(draw, text, others).encode("utf-8", "surrogatepass"))
    return bytes(paper)
