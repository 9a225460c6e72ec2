import { expect, it } from 'vitest'
import { initialState } from '../../../src/renderer/state/app-state'
import { withoutSpokenSentence } from '../../../src/renderer/state/spoken-sentence'
import type { TalkState } from '../../../src/shared/ipc/schemas'
import { replayStatus } from '../../support/ui-worlds'

const talk = (phase: 'listening' | 'tail'): TalkState => ({ phase, talkId: 'talk-1', since: 0, held: false })
const prompt = { en: 'Pay the invoice.' }
const fixture = { fixtureId: 'payment', title: prompt, prompt, note: prompt, language: 'en', seconds: 9 }

function afterTalk(draft: string, replay = replayStatus().replay) {
  const state = {
    ...initialState(),
    currentConversationId: 'conversation-0',
    statuses: { 'conversation-0': replayStatus({ replay }) },
    fixtures: [fixture],
    drafts: { 'conversation-0': draft },
    talk: talk('listening'),
  }
  return { ...state, ...withoutSpokenSentence(state, talk('tail')) }.drafts['conversation-0']
}

it('a picked sentence that was said is no draft any more', () => {
  expect(afterTalk('Pay the invoice.')).toBe('')
})

it('talking leaves every other draft alone, and all drafts for Gemini', () => {
  expect(afterTalk('Pay the invoice. And the rent.')).toBe('Pay the invoice. And the rent.')
  expect(afterTalk('Pay the invoice.', null)).toBe('Pay the invoice.')
})
