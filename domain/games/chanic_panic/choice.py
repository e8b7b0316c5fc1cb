"""Special abilities dealt and chosen: everybody at the same time, hidden until all have chosen (section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.chanic_panic.abilities.names import ABILITIES, NEEDS, AbilityId
from domain.games.chanic_panic.messages import (
    AbilitiesDealt,
    AbilitiesKept,
    AbilitiesRevealed,
    ChanicOptions,
    ChooseAbilities,
    Keeping,
)
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ChanicDraft, State, choosing
from domain.games.chanic_panic.turns import begin_play
from domain.kernel.cards.zones import in_order
from domain.kernel.offers import Offer, Subset
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def pool(options: ChanicOptions) -> tuple[AbilityId, ...]:
    """Return the abilities that may be dealt, in the order of 7.4; source: 1.1."""
    return tuple([name for name in ABILITIES if name not in NEEDS or getattr(options, NEEDS[name])])


def each(options: ChanicOptions) -> int:
    """Return how many abilities are dealt to each seat; none without special abilities."""
    return options.specials + options.specials_extra if options.specials else 0


def deal_abilities(draft: ChanicDraft, options: ChanicOptions, seats: int) -> None:
    """Shuffle the pool and deal to each seat what it may choose from, the first seat first; source: section 4, 6."""
    names = pool(options)
    order = in_order(names, draft.chance.shuffle(len(names), "abilities"))
    size = each(options)
    for seat in range(seats):
        draft.emit(AbilitiesDealt(seat=seat, abilities=order[seat * size : (seat + 1) * size]))
    if not options.specials_extra:  # a decision with only one possible answer is carried out (6.4)
        for seat in range(seats):
            draft.emit(AbilitiesKept(seat=seat, abilities=_in_order(draft.state.players[seat].dealt)))
        open_when_all_chose(draft)


def refuse_choice(state: State, seat: Seat, command: ChooseAbilities) -> Refusal | None:
    """Say why these abilities cannot be kept; source: 6.4."""
    dealt = state.players[seat].dealt
    chosen = command.abilities
    if len(chosen) != state.options.specials:
        return no("wrong_number_of_cards", "abilities", count=len(chosen), wanted=state.options.specials)
    if len(set(chosen)) < len(chosen):
        return no("duplicate_card", "ability")
    strange = [name for name in chosen if name not in dealt]
    return no("ability_not_owned", "dealt") if strange else None


def choose(draft: ChanicDraft, seat: Seat, command: ChooseAbilities) -> None:
    """Keep some of the dealt abilities; after the last choice all are opened and play begins; source: section 4."""
    draft.emit(AbilitiesKept(seat=seat, abilities=_in_order(command.abilities)))
    open_when_all_chose(draft)


def normal_choice(state: State, command: ChooseAbilities) -> ChooseAbilities:
    """Return the stored form: abilities in the order of 7.4."""
    return ChooseAbilities(abilities=_in_order(command.abilities))


def _in_order(names: Sequence[str]) -> tuple[AbilityId, ...]:
    """Return abilities in the order of 7.4: neither that of the choice nor that of the deal means anything."""
    return tuple([name for name in ABILITIES for _ in range(names.count(name))])


def open_when_all_chose(draft: ChanicDraft) -> None:
    """Open the kept abilities once nobody is awaited any more, also of who has left since; begin to play."""
    state = draft.state
    if choosing(state):
        return
    chosen = ((seat, player.kept) for seat, player in enumerate(state.players) if player.kept)
    kept = tuple([Keeping(seat, _in_order(names)) for seat, names in chosen])
    draft.emit(AbilitiesRevealed(kept=kept))
    begin_play(draft)


def default_choice(state: State, seat: Seat) -> ChooseAbilities:
    """The first of those dealt (6.4)."""
    return ChooseAbilities(abilities=_in_order(state.players[seat].dealt[: state.options.specials]))


def offer_choice(state: State, seat: Seat) -> Offer:
    """Offer every choice of those dealt."""
    size = state.options.specials
    return Offer("choose_abilities", {"abilities": Subset(state.players[seat].dealt, size, size)})
