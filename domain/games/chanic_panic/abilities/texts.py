"""What each ability is called and what it does, in our own words: the one source of the API, the help and the docs.

By id, in the order of 7.3 and 7.4: name and text, both message ids of the catalogue.
"""

from __future__ import annotations

BASE = {
    "trader": (
        "Trader",
        "Any number of times: discard two cards to draw one.",
    ),
    "panic": (
        "Panic",
        (
            "Once a game: discard every Spade of your hand and board. Your next opponent discards the Spades on "
            "its board, your turn ends, and nobody may attack you until your next turn is over."
        ),
    ),
    "ally": (
        "Ally",
        (
            "Give a card of your hand to a teammate, a different one each time; as often a turn as half the "
            "members of your team still in the game, rounded down."
        ),
    ),
}

SPECIAL = {
    "archaeologist": (
        "Archaeologist",
        (
            "Once a turn, for 4 points: name a suit and discard from the deck until a card of it turns up or the "
            "deck ends. The last card turned is yours."
        ),
    ),
    "assets": (
        "Assets",
        "You begin the Point Phase with 1 more point for every two cards in your hand.",
    ),
    "bargainer": (
        "Bargainer",
        "Each use of the Trader in the Point Phase brings 2 points.",
    ),
    "blessed": (
        "Blessed",
        "From your second turn, with fewer than two Hearts on your board, the Draw Phase gives one card more.",
    ),
    "combiner": (
        "Combiner",
        (
            "Twice a turn: discard two Clubs to draw three cards. You may then play one card that is no higher "
            "than the two together, whatever you played before."
        ),
    ),
    "deadly": (
        "Deadly",
        "For every Heart of an opponent that you destroy, that opponent discards a random card of its hand.",
    ),
    "direct_hitter": (
        "Direct Hitter",
        "Your bypass has three quarters of the power instead of half if its target has two or more Diamonds.",
    ),
    "fisher": (
        "Fisher",
        (
            "Once a turn, for 4 points: show a card of your hand to another player. If that player holds one of "
            "the same number you get it, else you draw. If the numbers match, both cards cost nothing this turn."
        ),
    ),
    "fulfilled": (
        "Fulfilled",
        "From your second turn you draw up to five cards instead of one; with five or more in hand you draw none.",
    ),
    "gambler": (
        "Gambler",
        "Twice a turn: discard a card of your hand, then the top card of the deck. If that one is lower, draw two.",
    ),
    "grave_robber": (
        "Grave Robber",
        "Once a turn: take any card of the discard pile into your hand for as many points as it shows.",
    ),
    "haggler": (
        "Haggler",
        "Hearts, Diamonds and Spades of your hand cost 1 point less.",
    ),
    "healthy": (
        "Healthy",
        "The lowest Heart on your board counts double.",
    ),
    "hopeful": (
        "Hopeful",
        "For 4 points: draw a card. If it is a Heart you may play it at once for free.",
    ),
    "illusionist": (
        "Illusionist",
        "Pay the value of a card on any board: it goes back to the hand of its owner.",
    ),
    "impenetrable": (
        "Impenetrable",
        (
            "Before round 4 you neither attack nor are attacked. With three cards in every row you cannot be "
            "attacked, but if your turn begins like that you destroy a card of your board."
        ),
    ),
    "indebted": (
        "Indebted",
        (
            "Once a turn, for 4 points: play a Heart, Diamond or Spade of your hand for free. You play no other "
            "card this turn."
        ),
    ),
    "innovator": (
        "Innovator",
        "You may attack with your Diamonds too, at half of their sum. Those used are discarded.",
    ),
    "investor": (
        "Investor",
        "You begin the Point Phase with 2 more points for every Diamond and Spade on your board.",
    ),
    "landowner": (
        "Landowner",
        "Each row of your board takes four cards.",
    ),
    "large_capacity": (
        "Large Capacity",
        (
            "You may hold sixteen cards. From your second turn the Draw Phase gives one card more for every four "
            "that you hold after its draw."
        ),
    ),
    "lifeline": (
        "Lifeline",
        "With exactly one Heart on your board you cannot be bypassed.",
    ),
    "limiter": (
        "Limiter",
        "For 4 points: name an opponent and a suit. If it holds a card of that suit it discards a card of its choice.",
    ),
    "loaded": (
        "Loaded",
        "For 12 points: draw until your hand is full. You play no card for the rest of the turn.",
    ),
    "manipulator": (
        "Manipulator",
        "Once a turn, for 3 points: draw a card, then put a card of your hand on top of the deck.",
    ),
    "maximizer": (
        "Maximizer",
        (
            "For 3 points: take a card of your board back and play another card of its suit for free. It may cost "
            "up to 3 points more than the one taken back."
        ),
    ),
    "neutralizer": (
        "Neutralizer",
        "Destroy a Diamond of yours and with it a Spade of an opponent that shows no higher number.",
    ),
    "options": (
        "Options",
        "From your second turn you may skip the Draw Phase and begin the Point Phase with 6 more points.",
    ),
    "pacifist": (
        "Pacifist",
        "Three times a turn: discard a Spade of your hand to draw a card.",
    ),
    "plagued": (
        "Plagued",
        (
            "Once a turn, for 4 points: discard a card of your hand. Every card of the same number on any board, "
            "yours too, is destroyed."
        ),
    ),
    "purifier": (
        "Purifier",
        "Once a turn: discard your hand and draw as many cards. Then you may shuffle the discard pile into the deck.",
    ),
    "recycler": (
        "Recycler",
        "Once a turn: discard a card to play the card that your last Club allows from the discard pile.",
    ),
    "replenished": (
        "Replenished",
        "Once a turn, as soon as your hand is empty in your Point or Club Phase, you draw two cards.",
    ),
    "resilient": (
        "Resilient",
        "When a Heart of yours is destroyed you may play a Heart of your hand for free.",
    ),
    "resourceful": (
        "Resourceful",
        "Your Clubs count 2 more.",
    ),
    "seer": (
        "Seer",
        "In your turn you see the top card of the deck.",
    ),
    "seller": (
        "Seller",
        (
            "Discard one to three Hearts, Diamonds or Spades of your hand for half of their sum in points. For "
            "two or three of them you draw a card."
        ),
    ),
    "sorcerer": (
        "Sorcerer",
        (
            "Once a turn: pay as many points as a Spade of yours shows. It counts double this turn, and you may "
            "attack with nothing else."
        ),
    ),
    "standardization": (
        "Standardization",
        "Every Club that you play draws two cards.",
    ),
    "toughness": (
        "Toughness",
        "Diamonds on your board count 1 more.",
    ),
    "trade_master": (
        "Trade Master",
        "Once a turn: discard a card, draw two, then discard a card of your hand.",
    ),
    "warrior": (
        "Warrior",
        "Spades on your board count 1 more.",
    ),
    "wealth": (
        "Wealth",
        "You begin the Point Phase with 15 points instead of 12.",
    ),
    "wisdom": (
        "Wisdom",
        "Once a turn: look at the top three cards of the deck and put them back in any order.",
    ),
    "club_member": (
        "Club Member",
        (
            "A Club that you play allows any number of Hearts, Diamonds and Spades that together show no more "
            "than it counts."
        ),
    ),
}

TEXTS = {**BASE, **SPECIAL}
