import { expect, it } from 'vitest'
import { isKeptOut } from '../../../src/shared/sight/kept-out'

it.each(['KeePassXC - passwords.kdbx', 'Bitwarden', '1Password — Personal', 'Passwords and Keys'])(
  'the window %s is never offered',
  (title) => {
    expect(isKeptOut(title)).toBe(true)
  },
)

it.each(['Inbox — Mail', 'keeper of the bees - draft', 'README.md'])('the window %s is offered', (title) => {
  expect(isKeptOut(title)).toBe(false)
})
