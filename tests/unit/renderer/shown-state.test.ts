import { describe, expect, it } from 'vitest'
import type { Activity, SessionState, TalkState } from '../../../src/shared/ipc/schemas'
import { type ShownState, shownState } from '../../../src/shared/talk/shown-state'
import { replayStatus } from '../../support/ui-worlds'

const sessions: Readonly<Record<string, SessionState>> = {
  off: { phase: 'off' },
  connecting: { phase: 'connecting', since: 0 },
  again: { phase: 'connecting', since: 0, again: { attempt: 1, of: 6 } },
  ready: { phase: 'ready', since: 0 },
  reconnecting: { phase: 'reconnecting', attempt: 1, of: 6, nextTryAt: 0 },
  failed: { phase: 'failed', cause: 'quota', detail: '' },
}
const idle: TalkState = { phase: 'idle' }
const talk = (phase: 'arming' | 'listening' | 'tail', held: boolean): TalkState => ({ phase, talkId: 'talk', held, since: 0 })

const cases: readonly (readonly [ShownState, keyof typeof sessions, Activity, TalkState])[] = [
  ['off', 'off', 'idle', idle],
  ['off', 'ready', 'idle', idle],
  ['error', 'failed', 'waiting', idle],
  ['error', 'failed', 'waiting', talk('arming', true)],
  ['error', 'failed', 'waiting', talk('listening', false)],
  ['listening', 'failed', 'waiting', talk('listening', true)],
  ['reconnecting', 'reconnecting', 'speaking', talk('listening', true)],
  // the attempt after a lost connection still counts as reconnecting
  ['reconnecting', 'again', 'idle', idle],
  ['listening', 'ready', 'waiting', talk('listening', true)],
  ['waiting', 'ready', 'waiting', talk('listening', false)],
  ['speaking', 'ready', 'speaking', talk('listening', false)],
  ['listening', 'ready', 'thinking', talk('listening', false)],
  ['listening', 'ready', 'idle', talk('tail', false)],
  ['thinking', 'ready', 'thinking', idle],
  ['connecting', 'connecting', 'idle', idle],
  // only real sound on a session that accepts it is shown as listening
  ['connecting', 'ready', 'idle', talk('arming', true)],
  ['connecting', 'connecting', 'idle', talk('listening', true)],
]

describe('the state in the dock', () => {
  it.each(cases)('is %s when the session is %s, the turn %s and the talk %o', (shown, session, activity, talkState) => {
    expect(shownState(replayStatus({ session: sessions[session] ?? { phase: 'off' }, activity }), talkState)).toBe(shown)
  })

  it('is off if the conversation is unknown', () => {
    expect(shownState(undefined, idle)).toBe('off')
  })
})
