"""Every command of ``pitboss progressive`` in one list."""

from cyclopts import App

from pitboss.cli.house.progressives import changing, history, looking, wins

app = App(name="progressive")

app.command(looking.list_meters, name="list")
app.command(looking.show_meter, name="show")
app.command(history.show_history, name="history")
app.command(wins.show_win_page, name="win-page")
app.command(changing.create)
app.command(changing.set_parameters, name="set")
app.command(changing.adjust)
app.command(changing.read)
app.command(changing.suspend)
app.command(changing.resume)
