"""Altered Carbon: Fightdrome: two fighters, two hidden decks of 44, and a hand that is their health."""
