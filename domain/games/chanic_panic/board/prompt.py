"""What stands above and below the board: marks of the rounds, what wins, who is asked for what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chanic_panic.abilities.pool import ACTIVE
from domain.games.chanic_panic.abilities.texts import SPECIAL
from domain.games.chanic_panic.board.teams import presence_of_teams
from domain.games.chanic_panic.cards import HEARTS
from domain.games.chanic_panic.messages import AbilityId
from domain.games.chanic_panic.naming import ability_name, card_name
from domain.games.chanic_panic.stack import EMPTIED_HAND
from domain.games.chanic_panic.teams import has_ally
from domain.games.chanic_panic.values import ATTACKS_FROM, BYPASS_FROM
from domain.games.chanic_panic.view import PlayerView, View
from domain.kernel.display.words import Words
from domain.kernel.game import DecisionKind
from domain.kernel.seats import Seat


def banner(view: View, near: PlayerView, words: Words) -> tuple[str, ...]:
    """Return what is worth knowing of the table as a whole."""
    if view.outcome is not None:
        winners = words.listed([words.seat(seat) for seat in view.outcome.winners])
        return (words.say("The game is over. Won by: {winners}", winners=winners),)
    if view.phase == "ability_choice":
        return tuple(_abilities_told(near, words))
    return (*_rounds(view, words), *_presence(view, words))


def _abilities_told(player: PlayerView, words: Words) -> list[str]:
    """Tell a player who chooses what each ability does."""
    told = []
    for ability in player.kept or player.dealt or ():
        _, text = SPECIAL[ability]
        told.append(words.say("{ability}: {text}", ability=ability_name(ability, words), text=words.say(text)))
    return told


def _rounds(view: View, words: Words) -> tuple[str, ...]:
    if view.round < ATTACKS_FROM:
        return (
            words.say(
                "Spades and attacks from round {attacks}, bypass from {bypass}.",
                attacks=ATTACKS_FROM,
                bypass=BYPASS_FROM,
            ),
        )
    if view.round < BYPASS_FROM:
        return (words.say("Spades and attacks are open, bypass from round {bypass}.", bypass=BYPASS_FROM),)
    return ()


def _presence(view: View, words: Words) -> tuple[str, ...]:
    """Say what the teams have together; what each player has stands beside its board."""
    if not view.options.presence or not view.options.team_count:
        return ()
    teams = presence_of_teams(view, words)
    return (words.say("Presence: {teams}; {target} wins.", teams=teams, target=view.options.presence_target),)


def prompt(view: View, words: Words, held: Sequence[Seat]) -> str | None:
    """Return what the viewer is asked, or for whom everybody waits; nothing in the middle of an entry."""
    if view.outcome is not None or not view.awaited:
        return None
    if len(held) != 1 or held[0] not in view.awaited:
        kind = next(iter(view.awaited.values()))
        return words.say(_AWAITED[kind], seats=words.listed([words.seat(seat) for seat in view.awaited]))
    kind = view.awaited[held[0]]
    if kind == "point_phase":
        return words.count(
            "Your turn, one point left: {choices}.",
            "Your turn, {n} points left: {choices}.",
            view.points,
            choices=_choices(view, words),
        )
    if kind == "club_phase":
        return words.say("Your turn, Club Phase: {choices}.", choices=_choices(view, words))
    return _question(view, view.players[held[0]], kind, words)


_AWAITED: Mapping[DecisionKind, str] = {
    "point_phase": "Waiting for {seats}.",
    "club_phase": "Waiting for {seats}.",
    "choose_abilities": "Waiting for {seats}: which abilities to keep.",
    "choose_sacrifice": "Waiting for {seats}: which card of the full board is destroyed.",
    "choose_draw": "Waiting for {seats}: draw, or skip the Draw Phase.",
    "choose_gift": "Waiting for {seats}: which card to give.",
    "choose_discard": "Waiting for {seats}: which card to discard.",
    "choose_topdeck": "Waiting for {seats}: which card to put on the deck.",
    "choose_hopeful": "Waiting for {seats}: play the card just drawn, or keep it.",
    "choose_resilient": "Waiting for {seats}: play a Heart for the one destroyed, or not.",
    "choose_shuffle": "Waiting for {seats}: shuffle the discard pile into the deck, or not.",
    "choose_order": "Waiting for {seats}: the order of the cards.",
    "choose_ally_stack": "Waiting for {seats}: take the card in hand, or into the Stack.",
}
_ASKED: Mapping[DecisionKind, str] = {
    "choose_sacrifice": "Your board is full: choose a card of it that is destroyed.",
    "choose_draw": "Draw, or skip the Draw Phase for 6 more points.",
    "choose_discard": "Choose a card of your hand to discard.",
    "choose_topdeck": "Choose a card of your hand to put on top of the deck.",
    "choose_shuffle": "Shuffle the discard pile into the deck, or leave both as they are.",
    "choose_order": "Put these cards back in any order.",
}


def _question(view: View, player: PlayerView, kind: DecisionKind, words: Words) -> str:
    """Return what a player is asked in the middle of an effect, with the card or the player that it is about."""
    asked = view.question
    if kind == "choose_abilities" or asked is None:
        return words.count(
            "Choose the ability that you keep.", "Choose {n} abilities that you keep.", view.options.specials
        )
    by = "" if asked.by is None else words.seat(asked.by)
    match kind:
        case "choose_gift":
            return words.say("Choose a card that shows {value} to give to {seat}.", value=asked.value, seat=by)
        case "choose_hopeful" if player.hand:
            drawn = card_name(player.hand[-1], words)
            if player.hand[-1][0] == HEARTS:
                return words.say("You drew {card}: play it at once for free, or keep it.", card=drawn)
            return words.say("You drew {card}, which is no Heart: keep it.", card=drawn)
        case "choose_resilient":
            return words.count(
                "A Heart of yours was destroyed: play a Heart of your hand for free, or none.",
                "{n} Hearts of yours were destroyed: play a Heart of your hand for free, or none.",
                asked.left,
            )
        case "choose_ally_stack":
            return words.say("{seat} gives you a card: take it in hand, or into your Stack.", seat=by)
        case _:
            return words.say(_ASKED[kind])


def _choices(view: View, words: Words) -> str:
    """Name what the turn player may try, whatever the cards; at the action limit nothing but the end (R59)."""
    end = words.say("end the turn")
    if view.actions >= view.options.turn_action_limit:
        return end
    choices = [*_plays(view, words), *_fights(view, words)]
    return words.say("{first} or {last}", first=words.row(choices), last=end) if choices else end


def _plays(view: View, words: Words) -> list[str]:
    player, points = view.players[view.turn], view.phase == "point_phase"
    choices = []
    if not view.locked and (points or view.allowance):
        choices.append(words.say("play a card"))
    if any(_usable(view, ability) for ability in player.abilities):
        choices.append(words.say("use an ability"))
    if view.options.shop and points and not view.bought:
        choices.append(words.say("buy"))
    if view.options.stack and not view.stack_added:
        choices.append(words.say("add to the Stack"))
    if player.stack_count > (player.fresh or 0) and player.hand_count < EMPTIED_HAND:
        choices.append(words.say("draw for a Stack Card"))
    return choices


def _usable(view: View, ability: AbilityId) -> bool:
    """Say whether an ability can be used in this phase and is not used up."""
    piece = ACTIVE.get(ability)
    if piece is None or piece.phase not in ("both", view.phase):
        return False
    return not piece.limit or view.used.count(ability) < piece.limit


def _fights(view: View, words: Words) -> list[str]:
    player, options = view.players[view.turn], view.options
    choices: list[str] = []
    if view.round >= ATTACKS_FROM and (view.boosted is not None or not view.bound):
        choices.append(words.say("attack"))
    if _may_help(view, player):
        choices.append(words.say("help a teammate"))
    if options.trader:
        choices.append(words.say("trade"))
    if options.panic and not player.panic_used:
        choices.append(words.say("panic"))
    return choices


def _may_help(view: View, player: PlayerView) -> bool:
    """Say whether a use of Ally is left in this turn (R38)."""
    if player.team is None or not has_ally(view.options):
        return False
    members = [one for one in view.players if one.team == player.team and one.standing == "in"]
    return len(view.helped) < len(members) // 2
