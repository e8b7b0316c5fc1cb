"""Ways to forge a record, by somebody who can make every hash and seal fit: `docs/fairness.md` has the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.games import game
from tests.standalone.damage import OTHER, NotApplicableError, another, is_open
from tests.standalone.forger import SEEN_BY, Forger, commitment

Change = Callable[[Forger], object]


class Forgery(NamedTuple):
    """What is changed, in words, and, where nobody finds it, why."""

    name: str
    change: Change
    because: str


FORGERIES: list[Forgery] = []
BY_ITSELF = "the record agrees with itself"
OUTSIDE = "what it names lies outside the record"


def forge(because: str = "") -> Callable[[Change], Change]:
    """Add a forgery, named after its function; the entries are counted anew before it is written."""

    def add(change: Change) -> Change:
        FORGERIES.append(Forgery(change.__name__.replace("_", " "), change, because))
        return change

    return add


def _action(forger: Forger, at: int = 1) -> dict[str, Any]:
    """Return an action by its place among them."""
    actions = [entry for entry in forger.entries if entry["kind"] == "action_taken"]
    if len(actions) <= at:
        raise NotApplicableError
    return actions[at]


def _needs(found: Any) -> Any:
    if not found:
        raise NotApplicableError
    return found


# Who sits where, and when.


@forge()
def a_seat_taken_after_the_deal(forger: Forger) -> None:
    forger.again(forger.first("seat_taken"), forger.first("game_started"))


@forge()
def a_seat_taken_twice(forger: Forger) -> None:
    forger.again(forger.first("seat_taken"))


@forge()
def a_free_seat_left(forger: Forger) -> None:
    forger.insert(forger.opening, "seat_left", seat=0)


@forge()
def a_seat_left_after_the_deal(forger: Forger) -> None:
    forger.insert(forger.first("game_started"), "seat_left", seat=0)


@forge()
def a_free_seat_replaced(forger: Forger) -> None:
    forger.again(forger.first("seat_taken"), forger.opening)["kind"] = "seat_replaced"


@forge()
def a_seat_replaced_after_the_result(forger: Forger) -> None:
    forger.again(forger.first("seat_taken"), forger.first("game_finished"))["kind"] = "seat_replaced"


@forge()
def a_seat_that_the_table_lacks(forger: Forger) -> None:
    forger.again(forger.first("seat_taken"))["seat"] = forger.seats


@forge()
def a_player_who_never_sat_down(forger: Forger) -> None:
    forger.drop(forger.last("seat_taken"))


@forge("who plays is known only by ids and hashes of names")
def another_player(forger: Forger) -> None:
    forger.first("seat_taken")["player"] += "x"


@forge(OUTSIDE)
def another_hash_of_a_name(forger: Forger) -> None:
    forger.first("seat_taken")["name_hash"] = OTHER


@forge("the entry says who wrote it, and nothing else does")
def a_person_said_to_be_a_bot(forger: Forger) -> None:
    forger.first("seat_taken")["bot"] = "sensible"


@forge("entropy given after the deal changes nothing")
def a_harmless_entry_added(forger: Forger) -> None:
    forger.again(forger.first("seat_taken"), forger.first("game_started"))["kind"] = "seat_replaced"


@forge("nobody who did not see it knows of it")
def an_entry_about_a_look_dropped(forger: Forger) -> None:
    forger.drop(forger.last("evidence_viewed"))


# The deal.


@forge()
def the_deal_dropped(forger: Forger) -> None:
    forger.drop(forger.first("game_started"))


@forge()
def a_second_deal(forger: Forger) -> None:
    forger.again(forger.first("game_started"))


@forge()
def a_deal_of_another_name(forger: Forger) -> None:
    forger.opening["deal_id"] += "x"


@forge()
def entropy_changed_before_the_deal(forger: Forger) -> None:
    forger.last("seat_taken", "seat_replaced")["entropy"] = OTHER


@forge()
def all_entropy_struck_out(forger: Forger) -> None:
    for entry in forger.entries:
        if "entropy" in entry:
            entry["entropy"] = "A" * 43


@forge()
def another_deal_secret(forger: Forger) -> None:
    forger.first("secrets_opened")["deal_secret"] = OTHER


@forge()
def another_deal_secret_and_its_commitment(forger: Forger) -> None:
    forger.first("secrets_opened")["deal_secret"] = OTHER
    forger.opening["commitments"]["deal"] = commitment("deal", OTHER)


@forge()
def another_salt_secret(forger: Forger) -> None:
    forger.first("secrets_opened")["salt_secret"] = OTHER


@forge(BY_ITSELF)
def another_salt_secret_its_commitment_and_every_seal(forger: Forger) -> None:
    if any(
        len(line.get("opened", {})) < len(line["entry"].get("seals", {}))
        for line in forger.lines[1:]
        if "entry" in line
    ):
        raise NotApplicableError
    forger.salt_secret = forger.first("secrets_opened")["salt_secret"] = OTHER
    forger.opening["commitments"]["salt"] = commitment("salt", OTHER)


@forge()
def another_version_of_the_rules(forger: Forger) -> None:
    forger.opening["version"] += 1


@forge()
def two_dealt_cards_exchanged(forger: Forger) -> None:
    deal = forger.first("game_started")
    opened = forger.opened(deal)
    cards = [at for at in sorted(opened) if at.startswith("/facts/")]
    for a in cards:
        for b in cards:
            if type(opened[a][0]) is type(opened[b][0]) is str and opened[a][0] != opened[b][0]:
                opened[a][0], opened[b][0] = opened[b][0], opened[a][0]
                return
    orders = [at for at in cards if isinstance(opened[at][0], list) and len(opened[at][0]) > 1]
    opened[_needs(orders)[0]][0].reverse()


# Draws.


def _drawn(forger: Forger, kind: str | None = None, *, shown: bool | None = None) -> tuple[dict[str, Any], int]:
    for entry in forger.entries:
        for i, draw in enumerate(entry.get("draws", [])):
            if kind in (None, draw["kind"]) and shown in (None, draw["result"] is not None) and draw["n"] > 1:
                return entry, i
    raise NotApplicableError


@forge()
def another_shuffle(forger: Forger) -> None:
    entry, i = _drawn(forger, "shuffle")
    draw = entry["draws"][i]
    order = forger.opened(entry)[f"/draws/{i}/result"][0] if draw["result"] is None else draw["result"]
    order.reverse()


@forge()
def another_pick(forger: Forger) -> None:
    entry, i = _drawn(forger, "pick", shown=True)
    entry["draws"][i]["result"] = (entry["draws"][i]["result"] + 1) % entry["draws"][i]["n"]


@forge()
def a_pick_beyond_its_number(forger: Forger) -> None:
    entry, i = _drawn(forger, "pick", shown=True)
    entry["draws"][i]["result"] = entry["draws"][i]["n"]


@forge()
def a_pick_with_the_result_of_a_shuffle(forger: Forger) -> None:
    entry, i = _drawn(forger, "pick", shown=True)
    entry["draws"][i]["result"] = list(range(entry["draws"][i]["n"]))


@forge()
def a_shuffle_opened_to_an_order_with_a_gap(forger: Forger) -> None:
    entry, i = _drawn(forger, "shuffle", shown=False)
    forger.opened(entry)[f"/draws/{i}/result"][0][0] = entry["draws"][i]["n"]


@forge()
def a_draw_for_another_purpose(forger: Forger) -> None:
    entry, i = _drawn(forger)
    entry["draws"][i]["label"] += "x"


@forge()
def a_draw_without_a_purpose(forger: Forger) -> None:
    entry, i = _drawn(forger)
    entry["draws"][i]["label"] = "0/0/"


@forge()
def a_draw_counted_wrongly(forger: Forger) -> None:
    entry, i = _drawn(forger)
    entry["draws"][i]["label"] = "0/7/deck"


@forge()
def a_draw_of_one_thing_less(forger: Forger) -> None:
    entry, i = _drawn(forger, "shuffle", shown=False)
    entry["draws"][i]["n"] -= 1
    forger.opened(entry)[f"/draws/{i}/result"][0].remove(entry["draws"][i]["n"])


@forge()
def a_draw_more(forger: Forger) -> None:
    use = sum(len(entry.get("draws", [])) for entry in forger.entries)
    played = forger.last("action_taken")
    played.setdefault("draws", []).append({"kind": "pick", "label": f"0/{use}/more", "n": 2, "result": 0})


@forge()
def an_empty_list_of_draws(forger: Forger) -> None:
    forger.line(lambda entry: "facts" in entry and "draws" not in entry)["entry"]["draws"] = []


# Actions.


@forge()
def an_action_before_the_deal(forger: Forger) -> None:
    forger.move(_action(forger), forger.last("seat_taken"))


@forge()
def an_action_after_the_result(forger: Forger) -> None:
    forger.again(_action(forger, 0), forger.first("game_finished"))


@forge()
def an_action_dropped(forger: Forger) -> None:
    forger.drop(_action(forger))


@forge()
def an_action_twice(forger: Forger) -> None:
    forger.again(_action(forger, 0))


@forge()
def two_actions_in_another_order(forger: Forger) -> None:
    first, second = _action(forger, 0), _action(forger, 1)
    times = first["at"], second["at"]
    forger.move(first, second)
    moved = forger.entries[forger.entries.index(second) + 1]
    second["at"], moved["at"] = times
    second.pop("seen", None)


@forge()
def an_action_by_a_seat_that_the_table_lacks(forger: Forger) -> None:
    _action(forger).update(seat=forger.seats, by=f"seat:{forger.seats}")


@forge()
def an_action_written_by_another_seat(forger: Forger) -> None:
    entry = _action(forger)
    entry["by"] = f"seat:{(entry['seat'] + 1) % forger.seats}"


@forge()
def an_action_of_another_seat(forger: Forger) -> None:
    entry = _action(forger)
    entry["seat"] = (entry["seat"] + 1) % forger.seats
    entry["by"] = f"seat:{entry['seat']}"


@forge()
def an_action_written_by_the_operator(forger: Forger) -> None:
    _action(forger)["by"] = "operator"


@forge()
def an_action_said_to_be_forced_by_the_clock(forger: Forger) -> None:
    entry = _action(forger)
    if "origin" in entry:
        forger.unseal(entry, "/origin")
        del entry["origin"]
    entry.update(kind="action_forced", by="clock")
    entry.pop("seen", None)


@forge()
def a_command_of_another_name(forger: Forger) -> None:
    _action(forger)["command"]["tag"] += "x"


@forge()
def a_command_whose_name_is_hidden(forger: Forger) -> None:
    entry = _action(forger)
    tag, entry["command"]["tag"] = entry["command"]["tag"], "?"
    forger.seal(entry, "/command/tag", tag)


@forge()
def another_command(forger: Forger) -> None:
    for line in forger.lines:
        if line.get("entry", {}).get("kind") != "action_taken":
            continue
        body = line["entry"]["command"]["body"]
        if body:
            line["entry"]["command"]["body"] = another(body)
            return
        if body is None and line["opened"]["/command/body"][0]:
            line["opened"]["/command/body"][0] = another(line["opened"]["/command/body"][0])
            return
    raise NotApplicableError


@forge()
def a_sealed_command_opened_to_no_command(forger: Forger) -> None:
    entry = forger.line(lambda entry: entry.get("command", {"body": 0})["body"] is None)["entry"]
    forger.opened(entry)["/command/body"][0] = []


@forge("what a player had seen is what the player said")
def an_entry_seen_that_was_not(forger: Forger) -> None:
    _action(forger)["seen"] = 1


@forge()
def an_entry_seen_that_comes_later(forger: Forger) -> None:
    forger.count_anew()
    _action(forger)["seen"] = _action(forger)["n"]


@forge()
def an_origin_in_one_action_only(forger: Forger) -> None:
    entry = _action(forger)
    if "origin" in entry:
        forger.unseal(entry, "/origin")
        del entry["origin"]
    else:
        entry["origin"] = None
        forger.seal(entry, "/origin", "hand")


@forge()
def an_origin_in_every_action_of_a_game_without(forger: Forger) -> None:
    for entry in [entry for entry in forger.entries if entry["kind"] == "action_taken"]:
        if "origin" in entry:
            raise NotApplicableError
        entry["origin"] = None
        forger.seal(entry, "/origin", "hand", seen_by=f"seat:{entry['seat']}")


@forge()
def an_origin_of_no_word(forger: Forger) -> None:
    entry = forger.line(lambda entry: "origin" in entry)["entry"]
    forger.opened(entry)["/origin"][0] = "foot"


@forge()
def an_origin_of_nothing(forger: Forger) -> None:
    entry = forger.line(lambda entry: "origin" in entry)["entry"]
    forger.opened(entry)["/origin"][0] = None


@forge()
def an_answer_by_hand_said_to_be_prepared(forger: Forger) -> None:
    entry = forger.line(lambda entry: "origin" in entry and entry["used_ms"])["entry"]
    forger.opened(entry)["/origin"][0] = "prepared"


# Facts.


def _fact(forger: Forger) -> tuple[dict[str, Any], int]:
    entry = forger.line(
        lambda entry: entry["kind"] == "action_taken" and entry["facts"] and is_open(entry["facts"][-1])
    )["entry"]
    return entry, len(entry["facts"]) - 1


@forge()
def a_fact_added(forger: Forger) -> None:
    entry, last = _fact(forger)
    entry["facts"].append(dict(entry["facts"][last]))


@forge()
def a_fact_dropped(forger: Forger) -> None:
    entry, _ = _fact(forger)
    entry["facts"].pop()


@forge()
def a_fact_of_another_name(forger: Forger) -> None:
    entry, last = _fact(forger)
    entry["facts"][last]["tag"] += "x"


@forge()
def a_fact_whose_name_is_hidden(forger: Forger) -> None:
    entry, last = _fact(forger)
    tag, entry["facts"][last]["tag"] = entry["facts"][last]["tag"], "?"
    forger.seal(entry, f"/facts/{last}/tag", tag)


@forge()
def a_number_in_a_fact(forger: Forger) -> None:
    for entry in forger.entries:
        for fact in entry.get("facts", []):
            for name, value in fact.items():
                if type(value) is int:
                    fact[name] += 1
                    return
    raise NotApplicableError


@forge("what is sealed for others cannot be decided again without it")
def a_hidden_card_of_a_fact(forger: Forger) -> None:
    line = forger.line(
        lambda entry: entry["kind"] == "action_taken" and any("/facts" in at for at in entry.get("seals", {}))
    )
    at = next(at for at in sorted(line["opened"]) if at.startswith("/facts"))
    line["opened"][at][0] = another(line["opened"][at][0])


@forge()
def a_public_value_hidden(forger: Forger) -> None:
    entry, last = _fact(forger)
    fact = entry["facts"][last]
    name = next((name for name, value in fact.items() if name != "tag" and value is not None), None)
    value, fact[_needs(name)] = fact[_needs(name)], None
    forger.seal(entry, f"/facts/{last}/{name}", value)


@forge()
def a_hidden_value_made_public(forger: Forger) -> None:
    line = forger.line(lambda entry: any(at.startswith("/facts") for at in entry.get("seals", {})))
    at = next(at for at in sorted(line["opened"]) if at.startswith("/facts"))
    _, _, fact, *steps = at.split("/")
    holder: Any = line["entry"]["facts"][int(fact)]
    for step in steps[:-1]:
        holder = holder[int(step) if isinstance(holder, list) else step]
    value = forger.unseal(line["entry"], at)
    holder[int(steps[-1]) if isinstance(holder, list) else steps[-1]] = value


@forge()
def a_reveal_of_nothing_sealed(forger: Forger) -> None:
    forger.last("action_taken").setdefault("reveals", {})["1/label"] = ["x", ""]


@forge()
def a_reveal_of_a_draw(forger: Forger) -> None:
    entry, i = _drawn(forger, shown=False)
    value, _ = forger.opened(entry)[f"/draws/{i}/result"]
    forger.last("action_taken").setdefault("reveals", {})[f"{entry['n']}/draws/{i}/result"] = [value, ""]


@forge()
def a_reveal_of_a_hand(forger: Forger) -> None:
    deal = forger.first("game_started")
    at = _needs([at for at in sorted(forger.opened(deal)) if at.startswith("/facts")])[0]
    value, _ = forger.opened(deal)[at]
    forger.last("action_taken").setdefault("reveals", {})[f"{deal['n']}{at}"] = [value, ""]


@forge()
def a_reveal_left_out(forger: Forger) -> None:
    del forger.line(lambda entry: "reveals" in entry)["entry"]["reveals"]


@forge()
def an_empty_object_of_reveals(forger: Forger) -> None:
    _action(forger)["reveals"] = {}


@forge()
def an_empty_object_of_seals(forger: Forger) -> None:
    forger.first("seat_taken")["seals"] = {}


# Rewinds, looks, ends.


def _rewind(forger: Forger, to: Callable[[int], int], after: dict[str, Any] | None = None) -> None:
    entry = forger.insert(after or _action(forger), "rewound_to", by="arbiter:a", reason="mistake", to=-1)
    forger.count_anew()
    entry["to"] = to(entry["n"])


@forge()
def a_rewind_to_itself(forger: Forger) -> None:
    _rewind(forger, lambda n: n)


@forge()
def a_rewind_to_the_future(forger: Forger) -> None:
    _rewind(forger, lambda n: n + 2)


@forge()
def a_rewind_to_before_the_deal(forger: Forger) -> None:
    _rewind(forger, lambda n: 2)


@forge()
def a_rewind_that_keeps_the_orders_and_has_facts(forger: Forger) -> None:
    fact = {"tag": "unseen_reordered", "pile": "deck", "count": 2}
    forger.insert(_action(forger), "rewound_to", by="arbiter:a", reason="mistake", to=4, facts=[fact])


@forge()
def a_new_order_that_chance_did_not_give(forger: Forger) -> None:
    if "reshuffle_unseen" not in vars(type(game(forger.opening["game"]).rules)):
        raise NotApplicableError  # nothing of the game lies face down, so no new order is one
    _rewind(forger, lambda n: n - 1)
    forger.first("rewound_to")["order"] = "reshuffle"


@forge()
def a_rewind_after_the_confirmation(forger: Forger) -> None:
    _rewind(forger, lambda n: n - 1, forger.first("result_confirmed"))


@forge()
def a_rewind_that_never_was(forger: Forger) -> None:
    _rewind(forger, lambda n: n - 2)


@forge("a look leaves nothing else in the record")
def a_look_that_never_was(forger: Forger) -> None:
    forger.insert(forger.last("action_taken"), "evidence_viewed", viewer="all", first=1, last=2)


def _look(**members: Any) -> Change:
    def change(forger: Forger) -> None:
        entry = forger.insert(forger.last("action_taken"), "evidence_viewed", viewer="seat:0", first=1, last=2)
        forger.count_anew()
        entry.update({name: value(forger, entry) for name, value in members.items()})

    return change


_LOOKS: dict[str, dict[str, Callable[[Forger, dict[str, Any]], Any]]] = {
    "a look by a spectator": {"viewer": lambda forger, entry: "spectator"},
    "a look by a seat that the table lacks": {"viewer": lambda forger, entry: f"seat:{forger.seats}"},
    "a look by seats out of their order": {"viewer": lambda forger, entry: "seat:1,seat:0"},
    "a look from the last to the first": {"first": lambda forger, entry: 3},
    "a look at what comes later": {"last": lambda forger, entry: entry["n"]},
}
for _name, _members in _LOOKS.items():
    FORGERIES.append(Forgery(_name, _look(**_members), ""))


def _cast(*seats: int, caster: int = 1) -> Change:
    def change(forger: Forger) -> None:
        forger.insert(
            _action(forger),
            "caster_admitted",
            caster=caster,
            player="c",
            name_hash="h",
            seats=[*seats] or [forger.seats],
        )

    return change


FORGERIES.append(
    Forgery("a caster whom nobody agreed to", _cast(0), "consents are in no record, the entry is the service's word")
)
FORGERIES.append(Forgery("a caster of a seat that the table lacks", _cast(), ""))
FORGERIES.append(Forgery("a caster of one seat twice", _cast(0, 0), ""))
FORGERIES.append(Forgery("a caster of seats out of their order", _cast(1, 0), ""))


@forge()
def a_caster_dismissed_who_never_came(forger: Forger) -> None:
    forger.insert(_action(forger), "caster_dismissed", caster=1)


@forge()
def a_caster_after_the_result(forger: Forger) -> None:
    finished = forger.first("game_finished")
    forger.insert(finished, "caster_admitted", caster=1, player="c", name_hash="h", seats=[0])


@forge()
def the_table_abandoned_and_played_on(forger: Forger) -> None:
    forger.insert(_action(forger), "table_abandoned", reason="emergency")


@forge()
def the_table_abandoned_after_its_result(forger: Forger) -> None:
    forger.insert(forger.first("game_finished"), "table_abandoned", reason="emergency")


@forge()
def the_table_abandoned_instead_of_its_result(forger: Forger) -> None:
    finished = forger.first("game_finished")
    forger.drop(forger.first("result_confirmed"))
    del finished["outcome"]
    finished.update(kind="table_abandoned", reason="emergency", by="operator")


@forge()
def the_result_confirmed_too_early(forger: Forger) -> None:
    forger.move(forger.first("result_confirmed"), _action(forger))


@forge()
def the_result_confirmed_twice(forger: Forger) -> None:
    forger.again(forger.first("result_confirmed"))


@forge()
def the_secrets_opened_in_the_middle_of_the_game(forger: Forger) -> None:
    forger.move(forger.first("secrets_opened"), _action(forger))


@forge()
def the_secrets_opened_before_the_confirmation(forger: Forger) -> None:
    forger.move(forger.first("secrets_opened"), forger.first("game_finished"))


@forge()
def the_secrets_opened_twice(forger: Forger) -> None:
    forger.again(forger.first("secrets_opened"))


@forge()
def the_secrets_opened_where_they_never_open(forger: Forger) -> None:
    forger.opening["secrets_open_at"] = "never"


@forge()
def an_entry_after_the_secrets(forger: Forger) -> None:
    forger.insert(forger.first("secrets_opened"), "evidence_viewed", viewer="all", first=1, last=2)


@forge()
def another_winner(forger: Forger) -> None:
    places = forger.first("game_finished")["outcome"]["places"]
    if len(places) < 2:
        raise NotApplicableError
    places[0]["seats"], places[1]["seats"] = places[1]["seats"], places[0]["seats"]


@forge()
def another_reason_of_the_result(forger: Forger) -> None:
    forger.first("game_finished")["outcome"]["reason"] += "x"


@forge()
def a_seat_placed_twice(forger: Forger) -> None:
    places = forger.first("game_finished")["outcome"]["places"]
    _needs(places)[0]["seats"].append(places[0]["seats"][0])


@forge()
def a_place_for_a_seat_that_the_table_lacks(forger: Forger) -> None:
    _needs(forger.first("game_finished")["outcome"]["places"])[0]["seats"].append(forger.seats)


@forge()
def points_for_one_seat_too_many(forger: Forger) -> None:
    forger.first("game_finished")["outcome"]["points"] = [0] * (forger.seats + 1)


@forge()
def the_result_left_out_with_all_that_follows(forger: Forger) -> None:
    del forger.lines[forger.lines.index(forger.line(lambda entry: entry["kind"] == "game_finished")) :]


@forge("a record may end anywhere")
def the_last_actions_cut_off(forger: Forger) -> None:
    last = forger.last("action_taken", "action_forced")
    del forger.lines[forger.lines.index(forger.line(lambda entry: entry is last)) :]


@forge("a record may end anywhere")
def the_secrets_cut_off(forger: Forger) -> None:
    forger.drop(forger.first("secrets_opened"))


# Times.


@forge("no clock but the service's is asked")
def all_of_it_a_day_later(forger: Forger) -> None:
    for entry in forger.entries:
        entry["at"] += 86_400_000


@forge("its answer comes earlier, and the next one took as much longer")
def thinking_time_moved_to_the_next_seat(forger: Forger) -> None:
    """From an action whose entry asked nobody but the next seat, as far as the entry before leaves time."""
    for before, one, next in zip(forger.entries, forger.entries[1:], forger.entries[2:], strict=False):
        if not one["kind"] == next["kind"] == "action_taken" or one["seat"] == next["seat"]:
            continue
        asked = [entry for entry in forger.entries if entry["at"] - entry.get("used_ms", 0) == one["at"]]
        moved = min(one["used_ms"] - 1, one["at"] - before["at"])
        if moved > 0 and asked == [next]:
            one["at"] -= moved
            one["used_ms"] -= moved
            next["used_ms"] += moved
            return
    raise NotApplicableError


@forge("the entry after it moves along: nobody else was there")
def the_opening_an_hour_earlier(forger: Forger) -> None:
    forger.opening["at"] -= 3_600_000


@forge()
def a_time_before_that_of_the_entry_before(forger: Forger) -> None:
    forger.last("result_confirmed")["at"] -= 10**9


@forge()
def a_number_left_out(forger: Forger) -> None:
    forger.count_anew()
    for entry in forger.entries[-2:]:
        entry["n"] += 1


@forge()
def a_millisecond_more_to_think(forger: Forger) -> None:
    forger.line(lambda entry: entry.get("used_ms"))["entry"]["used_ms"] += 1


@forge()
def no_time_to_think(forger: Forger) -> None:
    forger.line(lambda entry: entry.get("used_ms"))["entry"]["used_ms"] = 0


# Entry 1 and the header.


@forge("options that the rules allow and that decided nothing so far change nothing")
def other_options(forger: Forger) -> None:
    forger.opening["options"] = another(forger.opening["options"])


@forge()
def an_option_that_the_game_lacks(forger: Forger) -> None:
    forger.opening["options"]["no_such_option"] = 1


@forge()
def other_switches_of_the_rules(forger: Forger) -> None:
    forger.opening["edition"] = OTHER


@forge("a label is for people")
def another_label(forger: Forger) -> None:
    forger.opening["label"] = "The final"


@forge("an answer that comes late is taken, so none is too late for a clock")
def another_clock(forger: Forger) -> None:
    forger.opening["clock"] = {"move_ms": 1, "no_show_ms": 1_000_000_000}


@forge("who was shown what, and when, is in no entry")
def another_visibility_and_delay(forger: Forger) -> None:
    forger.opening.update(visibility="private", delay_seconds=60, connection="shown")


@forge("what is written by whom, the service alone says; for a seat's own words see above")
def another_opener(forger: Forger) -> None:
    forger.opening["by"] = "organiser:0123456789ab"


@forge(OUTSIDE)
def a_series_that_it_does_not_belong_to(forger: Forger) -> None:
    forger.opening["series"] = {"id": "cup", "number": 7, "previous": ["another", OTHER]}
    forger.opening["tournament"] = {"id": "cup", "round": 3, "pairing": 2}


@forge("no other program knows who wrote it")
def another_release_said_to_have_written_it(forger: Forger) -> None:
    forger.opening["release"] = forger.lines[0]["header"]["release"] = "matchledger 0.0.1"


@forge()
def a_header_of_another_table(forger: Forger) -> None:
    forger.lines[0]["header"]["table"] += "x"


@forge()
def a_header_of_another_game(forger: Forger) -> None:
    forger.lines[0]["header"]["game"] = "whist"


@forge()
def a_header_of_seats_out_of_their_order(forger: Forger) -> None:
    forger.headers = dict.fromkeys(forger.viewers, "seat:1,seat:0")


@forge()
def an_entry_of_a_kind_that_is_none(forger: Forger) -> None:
    forger.insert(_action(forger), "case_whispered")


@forge("nothing protects these members, and nobody reads them")
def a_member_that_nothing_protects(forger: Forger) -> None:
    forger.lines[1]["x_checked"] = "by the arbiter"


@forge("these lines are not read")
def a_checkpoint_of_anything(forger: Forger) -> None:
    forger.lines.append({"checkpoint": "verified by the arbiter", SEEN_BY: {}})


@forge()
def a_text_of_an_entry_that_has_none(forger: Forger) -> None:
    note = {"n": _action(forger)["n"], "part": "/text", "salt": "A" * 22, "text": "seat 1 was never there"}
    forger.lines.append({"note": note, SEEN_BY: {}})


@forge()
def a_card_set_that_nobody_named(forger: Forger) -> None:
    if "data" in forger.opening:
        raise NotApplicableError
    forger.lines.insert(1, {"data": {"digest": OTHER, "text": "rum\n"}, SEEN_BY: {}})


# What a copy opens.


@forge()
def a_draw_opened_to_a_seat(forger: Forger) -> None:
    entry, i = _drawn(forger, shown=False)
    forger.line(lambda other: other is entry)[SEEN_BY][f"/draws/{i}/result"].add("seat:0")


@forge()
def the_hand_of_another_opened_to_a_seat(forger: Forger) -> None:
    line = forger.line(lambda entry: entry["kind"] == "game_started")
    for at, seen in line[SEEN_BY].items():
        if at.startswith("/facts/") and "seat:1" in seen and "seat:0" not in seen:
            seen.add("seat:0")
            return
    raise NotApplicableError


@forge()
def the_command_of_another_opened_to_a_seat(forger: Forger) -> None:
    for line in forger.lines[1:]:
        for at in ("/command/body", "/origin"):
            seen = line[SEEN_BY].get(at)
            if seen and "seat:1" in seen and "seat:0" not in seen:
                seen.add("seat:0")
                return
    raise NotApplicableError


@forge()
def a_hand_opened_to_a_spectator(forger: Forger) -> None:
    line = forger.line(lambda entry: entry["kind"] == "game_started")
    at = _needs([at for at in line[SEEN_BY] if at.startswith("/facts/")])[0]
    line[SEEN_BY][at].add("spectator")


@forge("a copy may open less than its viewer knew")
def a_card_that_a_copy_does_not_open(forger: Forger) -> None:
    line = forger.line(lambda entry: entry["kind"] == "game_started")
    at = _needs([at for at in sorted(line.get("opened", {})) if at.startswith("/facts/")])[0]
    line[SEEN_BY][at] = set()


@forge("everything in it is good: it is another play of the same table")
def a_whole_other_game(forger: Forger) -> None:
    forger.become(forger.another_play())
