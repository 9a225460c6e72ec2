import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { type AppState, initialState } from '../../../src/renderer/state/app-state'
import { playEarcons } from '../../../src/renderer/voice/earcons'
import type { Settings, TalkState } from '../../../src/shared/ipc/schemas'
import { paymentQuestion, replayStatus } from '../../support/ui-worlds'

const talk = (phase: 'arming' | 'listening' | 'tail'): TalkState => ({ phase, talkId: 'talk-1', held: true, since: 0 })
const idle: TalkState = { phase: 'idle' }
const status = (activity: 'idle' | 'speaking'): Pick<AppState, 'statuses'> => ({
  statuses: { 'conversation-0': replayStatus({ activity }) },
})

function openPage(change: Partial<Settings> = {}) {
  const empty = initialState()
  const wanted = { startSound: true, stopSound: true, errorSound: true, questionSound: true, ...change }
  const api = createStore<AppState>(() => ({ ...empty, opening: { phase: 'ready' }, settings: { ...empty.settings, ...wanted } }))
  const played: string[] = []
  playEarcons({ api }, (name, volume) => played.push(`${name} ${volume}`))
  return { played, set: (...changes: readonly Partial<AppState>[]) => changes.forEach((part) => void api.setState(part)) }
}

describe('the earcons', () => {
  it('announce that the microphone listens only from its first sound on, and that it stopped only after the tail', () => {
    const { played, set } = openPage()
    set({ talk: talk('arming') })
    expect(played).toEqual([])
    set({ talk: talk('listening') }, { talk: talk('tail') })
    expect(played).toEqual(['start 1'])
    set({ talk: talk('listening') }, { talk: talk('tail') }, { talk: idle })
    expect(played).toEqual(['start 1', 'stop 1'])
  })

  it('do not announce a talk without any sound', () => {
    const { played, set } = openPage()
    set({ talk: talk('arming') }, { talk: idle })
    expect(played).toEqual([])
  })

  it('announce once that a session or the microphone failed', () => {
    const { played, set } = openPage()
    const failed = replayStatus({ session: { phase: 'failed', cause: 'quota', detail: '' } })
    set({ statuses: { 'conversation-0': failed } }, { statuses: { 'conversation-0': { ...failed } } })
    expect(played).toEqual(['error 1'])
    set({ notices: [{ noticeId: 'notice-1', conversationId: null, kind: 'microphone-busy', cause: null, detail: '' }] })
    expect(played).toEqual(['error 1', 'error 1'])
  })

  it('are never played while Parley speaks: that of an approval waits, and is skipped when the approval is gone by then', () => {
    const { played, set } = openPage()
    set(status('speaking'), { talk: talk('listening') }, { talk: idle })
    set({ approvals: { 'approval-1': paymentQuestion() } })
    expect(played).toEqual([])
    set(status('idle'))
    expect(played).toEqual(['question 1'])
    set(status('speaking'), { approvals: { 'approval-2': paymentQuestion({ approvalId: 'approval-2' }) } })
    set({ approvals: { 'approval-2': paymentQuestion({ approvalId: 'approval-2', state: 'denied' }) } }, status('idle'))
    expect(played).toEqual(['question 1'])
  })

  it.each(['startSound', 'stopSound', 'errorSound', 'questionSound'] as const)('skip the one that %s turns off', (setting) => {
    const { played, set } = openPage({ [setting]: false })
    set({ talk: talk('listening') }, { talk: idle })
    set({ notices: [{ noticeId: 'notice-1', conversationId: null, kind: 'microphone-busy', cause: null, detail: '' }] })
    set({ approvals: { 'approval-1': paymentQuestion() } })
    expect(played.map((line) => line.split(' ')[0])).toEqual(
      ['start', 'stop', 'error', 'question'].filter((name) => !setting.startsWith(name)),
    )
  })
})
