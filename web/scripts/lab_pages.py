"""The pages of the lab, when its worker has worked everything out: a part of screens.py."""

from camera import Camera, Person, wait_for

WORK_SECONDS = 900
"""So long may the worker take for all that a new room asks for, where the machine has worked out nothing of it yet."""

SEEN = {
    "lab": "/lab",
    "lab-par-FSLP-01": "/lab/par/FSLP-01",
    "lab-par-TCPP-1": "/lab/par/TCPP-1",
    "lab-verify": "/lab/verify",
    "lab-strategy": "/lab/strategy",
}
"""What everybody may look at."""


class LabPages:
    """The lab, as visitors, players and the floor see it."""

    def __init__(self, camera: Camera, nobody: Person, guest: Person, supervisor: Person) -> None:
        self._camera, self._nobody, self._guest, self._supervisor = camera, nobody, guest, supervisor

    def all(self) -> None:
        """Every page, with something on it."""
        wait_for("everything is worked out", self._is_worked_out, WORK_SECONDS)
        for name, path in SEEN.items():
            self._camera.take(name, self._nobody, path, 2500)
        self._advise()
        self._design()
        self._jobs()

    def _is_worked_out(self) -> bool:
        jobs = self._supervisor.look("lab/jobs")["jobs"]
        failed = [f"{job['kind']} {job['inputs']}: {job['reason']}" for job in jobs if job["status"] == "failed"]
        if failed:
            raise RuntimeError(f"the lab has failed at {'; '.join(failed)}")
        return bool(jobs) and all(job["status"] == "done" for job in jobs)

    def _advise(self) -> None:
        """A hand that beginners play wrong."""
        page = self._camera.open(self._guest, "/lab/advise")
        page.get_by_role("button", name="Power Blackjack").click()
        page.get_by_role("button", name="An example").click()
        page.get_by_role("heading", name="Best:").wait_for()
        self._camera.shoot("lab-advise", page)
        page.close()

    def _design(self) -> None:
        """One pay is changed, and another is sought."""
        page = self._camera.open(self._guest, "/lab/design?base=TCP-6B1")
        page.get_by_label("Flush, to 1", exact=True).fill("15")
        page.get_by_label("Solve for").select_option(label="Straight")
        page.get_by_label("Wanted house edge").fill("8")
        page.get_by_label("Wanted house edge").blur()
        page.get_by_role("button", name="Take 14 to 1").wait_for()
        self._camera.shoot("lab-design", page)
        page.close()

    def _jobs(self) -> None:
        """One that is done; then one that takes long is at work, and another waits."""
        done = self._ask("progressive", designator="TCPP-1", others=3)
        wait_for("the meter is worked out", lambda: self._supervisor.look(done)["status"] == "done")
        self._camera.take("lab-job", self._supervisor, f"/{done}", 2500)
        several = self._ask("par", designator="fortune-san-lo", exact=True), self._ask("strategy", decks=2)
        wait_for("the long one goes on", lambda: self._supervisor.look(several[0])["done_blocks"], WORK_SECONDS)
        self._camera.take("lab-jobs", self._supervisor, "/lab/jobs")
        for job in several:
            self._supervisor.send(f"{job}/cancel")

    def _ask(self, kind: str, **inputs: object) -> str:
        """A job; its address."""
        return f"lab/jobs/{self._supervisor.send('lab/jobs', kind=kind, inputs=inputs)['job_id']}"
