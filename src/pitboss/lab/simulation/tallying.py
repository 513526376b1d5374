"""The kernels of the tally: price a chunk of rounds, then add up the rounds of each table in order."""

from pitboss.lab.simulation.compiling import compiled
from pitboss.lab.simulation.spots import NOT_MADE
from pitboss.lab.simulation.tally import BINS, HIT, HOLD_BINS, HOLD_MIDDLE, MIDDLE, SESSION_LEFT, SESSION_OVER


@compiled
def add_rounds(first, rounds, endings, rows, terms, tally, sheet):  # type: ignore[no-untyped-def]
    """Add the first ``rounds`` rounds of a chunk. The tally must have room for their notes."""
    _price(rounds, endings, terms, tally, sheet)
    if terms.progressive >= 0:
        _add_high_hands(rounds, endings, rows, terms, tally, sheet)
    for spot in range(endings.shape[1] + 1):
        tally.squares[spot] += _squares(sheet.sums[spot, :rounds])
    tally.house_squares[0] += _house_squares(sheet.house[:rounds])
    _go_through(first, rounds, endings, terms, tally, sheet)


@compiled
def _price(rounds, endings, terms, tally, sheet):  # type: ignore[no-untyped-def]
    """Count the endings, and write the net of each round."""
    seats, spots = endings.shape[0], endings.shape[1]
    for row in sheet.sums:
        _fill(row, 0)
    for row in sheet.nets:
        _fill(row, 0)
    _fill(sheet.made, terms.made_always * seats)
    for spot in range(spots):
        for seat in range(seats):
            column = endings[seat, spot, :rounds]
            _count(column, sheet.lanes, tally.counts[spot])
            _add_amounts(column, terms.nets[spot], sheet.sums[spot])
            if seats > 1:
                _add_amounts(column, terms.nets[spot], sheet.nets[seat])
            if terms.made_always == 0:
                _add_amounts(column, terms.made[spot], sheet.made)
        _add_up(sheet.sums[spot], sheet.sums[spots])
    if seats == 1:
        _add_up(sheet.sums[spots], sheet.nets[0])
    # The house wins what players lose, except for a meter: its awards are paid from its contributions and seeds.
    _take_from_house(sheet.sums[spots], sheet.house)
    if terms.progressive >= 0:
        for seat in range(seats):
            _add_amounts(endings[seat, terms.progressive, :rounds], terms.house_adjustment, sheet.house)


@compiled
def _fill(out, amount):  # type: ignore[no-untyped-def]
    for column in range(out.size):
        out[column] = amount


@compiled
def _take_from_house(sums, house):  # type: ignore[no-untyped-def]
    for column in range(house.size):
        house[column] = -1000 * sums[column]


@compiled
def _count(endings, lanes, counts):  # type: ignore[no-untyped-def]
    """Most endings are alike, and adding to one number waits for the last addition: so four lanes take turns."""
    whole = endings.size // 4 * 4
    for place in range(0, whole, 4):
        lanes[0, endings[place]] += 1
        lanes[1, endings[place + 1]] += 1
        lanes[2, endings[place + 2]] += 1
        lanes[3, endings[place + 3]] += 1
    for place in range(whole, endings.size):
        lanes[0, endings[place]] += 1
    for ending in range(counts.size):
        counts[ending] += lanes[0, ending] + lanes[1, ending] + lanes[2, ending] + lanes[3, ending]
        lanes[0, ending], lanes[1, ending], lanes[2, ending], lanes[3, ending] = 0, 0, 0, 0


@compiled
def _add_amounts(endings, amounts, out):  # type: ignore[no-untyped-def]
    for column in range(endings.size):
        out[column] += amounts[endings[column]]


@compiled
def _add_up(more, out):  # type: ignore[no-untyped-def]
    for column in range(out.size):
        out[column] += more[column]


@compiled
def _squares(sums):  # type: ignore[no-untyped-def]
    total = 0
    for amount in sums:
        total += amount * amount
    return total


@compiled
def _house_squares(millicents):  # type: ignore[no-untyped-def]
    total = 0.0
    for amount in millicents:
        total += (amount * 0.001) ** 2
    return total


@compiled
def _add_high_hands(rounds, endings, rows, terms, tally, sheet):  # type: ignore[no-untyped-def]
    """The progressive wagers; envy of rounds with its hands; rounds in which a player may win from the meter."""
    hits = sheet.hits
    _fill(hits, False)
    _count_wagers(rounds, endings, terms, tally, sheet.wagers)
    for seat in range(endings.shape[0]):
        reached = rows[seat]
        for column in range(rounds):
            row = reached[column]
            if row:
                hits[column] |= terms.from_meter[row]
                if terms.envy[row] > 0:
                    _envy(seat, column, row, endings, terms, tally, sheet)


@compiled
def _count_wagers(rounds, endings, terms, tally, wagers):  # type: ignore[no-untyped-def]
    """The progressive wagers up to each round."""
    so_far, seats = tally.wagers[0], endings.shape[0]
    for column in range(rounds):
        if terms.made_always > 0:
            so_far += seats
        else:
            for seat in range(seats):
                so_far += endings[seat, terms.progressive, column] != NOT_MADE
        wagers[column] = so_far
    tally.wagers[0] = so_far


@compiled
def _envy(winner, column, row, endings, terms, tally, sheet):  # type: ignore[no-untyped-def]
    cents = terms.envy[row]
    for seat in range(endings.shape[0]):
        if seat != winner and endings[seat, terms.progressive, column] != NOT_MADE:
            tally.envy[row] += 1
            sheet.nets[seat, column] += cents
            sheet.sums[terms.progressive, column] += cents
            sheet.sums[-1, column] += cents
            sheet.house[column] -= 1000 * cents


@compiled
def _go_through(first, rounds, endings, terms, tally, sheet):  # type: ignore[no-untyped-def]
    """Sessions and days, table by table, in stretches at whose end the players of a table get up."""
    step = terms.tables
    for table in range(step):
        column = (table - first) % step
        moment = (first + column) // step % terms.day
        while column < rounds:
            left = min(terms.session - moment % terms.session, terms.day - moment)
            stop = min(rounds, column + left * step)
            _add_stretch(first, (column, stop, step), table, endings, terms, tally, sheet)
            played = (stop - column + step - 1) // step
            moment, column = moment + played, column + played * step
            if played == left:
                _end_sessions(terms, tally, first + column - step, table, moment % terms.session == 0)
            if moment == terms.day:
                _end_day(tally, table)
                moment = 0


@compiled
def _add_stretch(first, stretch, table, endings, terms, tally, sheet):  # type: ignore[no-untyped-def]
    """Rounds of one table without an end among them. An award comes before the session is looked at, so it is noted."""
    column, stop, step = stretch
    house, made, hits = sheet.house, sheet.made, sheet.hits
    for number in range(column, stop, step):
        tally.days[table, 0] += house[number]
        tally.days[table, 1] += made[number]
    for seat in range(endings.shape[0]):
        nets, running = sheet.nets[seat], tally.running[table, seat]
        so_far, low = running[0], running[1]
        for number in range(column, stop, step):
            so_far += nets[number]
            if hits[number] and _wins_meter(endings[seat, terms.progressive, number], terms):
                running[0], running[1], running[2] = so_far, low, 1
                _note_hit(first, number, table, seat, endings, terms, tally, sheet)
                so_far, low = 0, 0
            else:
                low = min(low, so_far)
        running[0], running[1] = so_far, low


@compiled
def _wins_meter(ending, terms):  # type: ignore[no-untyped-def]
    return ending != NOT_MADE and terms.from_meter[ending]


@compiled
def _note_hit(first, column, table, seat, endings, terms, tally, sheet):  # type: ignore[no-untyped-def]
    note = tally.notes[tally.noted[0]]
    note[1], note[5] = sheet.wagers[column], endings[seat, terms.progressive, column]
    note[8], note[9] = sheet.sums[terms.progressive, column], sheet.sums[-1, column]
    _note(tally, HIT, first + column, table, seat)


@compiled
def _note(tally, kind, number, table, seat):  # type: ignore[no-untyped-def]
    note, running = tally.notes[tally.noted[0]], tally.running[table, seat]
    note[0], note[2], note[3], note[4], note[6], note[7] = kind, number, table, seat, running[0], running[1]
    tally.noted[0] += 1


@compiled
def _end_sessions(terms, tally, number, table, is_whole):  # type: ignore[no-untyped-def]
    """End the session of every seat of a table. A session with a hit becomes a note, until its award is known."""
    for seat in range(tally.running.shape[1]):
        running = tally.running[table, seat]
        if running[2]:
            _note(tally, SESSION_OVER if is_whole else SESSION_LEFT, number, table, seat)
        elif is_whole:
            tally.results[_bin(running[0], terms.unit)] += 1
            tally.lows[_bin(running[1], terms.unit)] += 1
        running[0], running[1], running[2] = 0, 0, 0


@compiled
def _bin(cents, unit):  # type: ignore[no-untyped-def]
    return min(max(cents // unit + MIDDLE, 0), BINS - 1)


@compiled
def _end_day(tally, table):  # type: ignore[no-untyped-def]
    day = tally.days[table]
    if day[1] > 0:
        # Millicents to cents, as tenths of a percent: both are thousands.
        tenths = day[0] // day[1]
        tally.holds[min(max(tenths + HOLD_MIDDLE, 0), HOLD_BINS - 1)] += 1
    day[0], day[1] = 0, 0
