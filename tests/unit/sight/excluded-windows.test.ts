import { expect, it } from 'vitest'
import { isExcludedWindow } from '../../../src/shared/sight/excluded-windows'

it.each(['KeePassXC - passwords.kdbx', 'Bitwarden', '1Password — Personal', 'Passwords and Keys'])(
  'the window %s is never offered',
  (title) => {
    expect(isExcludedWindow(title)).toBe(true)
  },
)

it.each(['Inbox — Mail', 'keeper of the bees - draft', 'README.md'])('the window %s is offered', (title) => {
  expect(isExcludedWindow(title)).toBe(false)
})
