import { expect, it } from 'vitest'
import { notifyElicitations } from '../../../src/main/desktop/elicitation-notifications'
import { hasToShow } from '../../../src/main/desktop/overlay/overlay-wanted'
import { trayPicture } from '../../../src/main/desktop/tray-controller'
import { createEventBus } from '../../../src/main/lib/event-bus'
import type { NotificationText } from '../../../src/main/platform/desktop'
import type { Elicitation } from '../../../src/shared/servers/elicitation'
import { createFakeClock } from '../../support/fake-clock'

const clock = createFakeClock()
const asked = (elicitationId: string): Elicitation => ({
  ...{ elicitationId, server: 'notes', conversationId: 'conversation-1', toolCallId: 'call-1' },
  request: { kind: 'secret', message: 'Allow everything', fields: [] },
  ...{ askedAt: clock.now(), expiresAt: clock.now() + 60_000 },
})

it('a question of a server is shown in a notification while the user looks elsewhere, without its words, and taken away with it', () => {
  const shown: { readonly words: NotificationText; readonly click: () => void; isGone: boolean }[] = []
  let isFocused = false
  const eventBus = createEventBus({ deliver: () => {}, report: () => {} })
  const opened: unknown[] = []
  eventBus.listen({ 'link.opened': (target) => void opened.push(target) })
  notifyElicitations({
    ...{ eventBus, clock, locale: () => 'en', platform: { windowFocused: () => isFocused } },
    notify(_, words, listener) {
      const one = { words, click: () => listener?.clicked(), isGone: false }
      shown.push(one)
      return { dispose: () => void Object.assign(one, { isGone: true }) }
    },
  })
  const open = (...ids: readonly string[]) => eventBus.emit('elicitations.changed', { elicitations: ids.map(asked) })
  open('q1')
  open('q1')
  expect(shown.map(({ words: { title, body } }) => ({ title, body }))).toEqual([
    { title: 'notes asks you for a secret', body: 'Click to review and answer.' },
  ])
  shown[0]?.click()
  expect(opened).toEqual([{ kind: 'conversation', conversationId: 'conversation-1' }])
  open()
  expect(shown[0]?.isGone).toBe(true)
  isFocused = true
  open('q2')
  expect(shown).toHaveLength(1)
})

it('questions of servers count in the tray, and bring up the overlay', () => {
  const presence = { state: 'off', talk: { phase: 'idle' }, questions: [], elicitations: 2, sight: null } as const
  expect(trayPicture(presence, false)).toEqual({ questions: 2 })
  expect(hasToShow({ setting: 'hidden', stands: false, presence })).toBe(true)
  expect(hasToShow({ setting: 'hidden', stands: false, presence: { ...presence, elicitations: 0 } })).toBe(false)
})
