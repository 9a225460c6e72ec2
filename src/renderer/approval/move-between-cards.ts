import type { KeyboardEvent } from 'react'
import { isShortcut } from '../../shared/commands/shortcuts'

/** Moves the focus to the safe answer of an approval's card. Returns false if the card is not on the page. */
export function focusCard(approvalId: string): boolean {
  const card = [...document.querySelectorAll<HTMLElement>('[data-approval]')].find((one) => one.dataset.approval === approvalId)
  return card === undefined ? false : focusSafeAnswer(card)
}

/** Up and Down move to the previous and next card. */
export function moveBetweenCards(event: KeyboardEvent<HTMLElement>): void {
  const step = isShortcut(event, 'nextCard') ? 1 : isShortcut(event, 'previousCard') ? -1 : 0
  if (step === 0) return
  const cards = [...document.querySelectorAll<HTMLElement>('[data-approval]')]
  const next = cards[cards.indexOf(event.currentTarget) + step]
  event.preventDefault()
  if (next !== undefined) focusSafeAnswer(next)
}

/** Focuses the harmless answer, which a hurried Enter may press. */
export function focusSafeAnswer(card: HTMLElement): boolean {
  const answer = card.querySelector<HTMLElement>('[data-safe]') ?? card
  answer.scrollIntoView({ block: 'nearest' })
  answer.focus({ preventScroll: true })
  return true
}
