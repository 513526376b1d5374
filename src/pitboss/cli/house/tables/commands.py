"""Every command of ``pitboss table`` in one list."""

from cyclopts import App

from pitboss.cli.house.tables import (
    agreeing,
    conditions,
    floor,
    jackpots,
    keypad,
    looking,
    posting,
    rounds,
    seats,
    shuffler,
)

app = App(name="table")

app.command(looking.list_tables, name="list")
app.command(looking.show_table, name="show")

app.command(agreeing.show_template, name="template")
app.command(agreeing.propose_table, name="propose")
app.command(agreeing.approve_table, name="approve")
app.command(agreeing.create_table, name="create")
app.command(agreeing.configure_table, name="configure")

app.command(floor.open_table, name="open")
app.command(floor.close_table, name="close")
app.command(floor.suspend)
app.command(floor.resume)
app.command(floor.fill)
app.command(floor.credit)
app.command(floor.count)
app.command(floor.count_open)
app.command(floor.correct_count)
app.command(floor.hand_over)

app.command(seats.app)
app.command(seats.buy_in)
app.command(seats.cash_out)

app.command(rounds.app)
app.command(shuffler.app)
app.command(keypad.press)
app.command(keypad.bring_envy)
app.command(keypad.claim_win)
app.command(keypad.name_winner)
app.command(keypad.mark_fold)
app.command(jackpots.app)

app.command(posting.show_placard, name="placard")
app.command(posting.show_approval, name="approval")
app.command(conditions.list_conditions, name="conditions")
app.command(conditions.meet_condition)
app.command(conditions.lapse_condition)
