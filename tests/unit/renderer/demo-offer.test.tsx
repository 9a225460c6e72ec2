// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { DemoOffer } from '../../../src/renderer/chat/demo-offer'
import type { AppState } from '../../../src/renderer/state/app-state'
import { drawnPart } from '../../support/drawn-part'

const { place, asked, show } = drawnPart()

const pay = 'Pay the invoice.'
const summary = { note: { en: '' }, language: 'en', seconds: 9 } as const
const fixtures = [{ ...summary, fixtureId: 'payment', title: { en: 'Payment' }, prompt: { en: pay } }]
const notice = { noticeId: 'notice-1', conversationId: 'conversation-0', cause: null } as const
const talk: AppState['talk'] = { phase: 'listening', talkId: 'talk-1', since: 0, held: true }

function draw(state: Partial<AppState>, offers: boolean) {
  const replay = { fixtureId: 'payment', title: { en: 'Payment' }, speed: 1, ...(offers && { offers: true as const }) }
  return show(<DemoOffer />, { replay }, 'en', {}, {}, { fixtures, ...state })
}

describe('the sentences of the demo', () => {
  it.each([
    { kind: 'not-heard', words: 'The demo doesn’t understand speech.' },
    { kind: 'not-recorded', words: 'Pick a sentence the demo can answer:' },
  ] as const)('are offered where it does not understand: $kind', async ({ kind, words }) => {
    await draw({ notices: [{ ...notice, kind, detail: '' }] }, false)
    expect(place().textContent).toContain(words)
    const composer = document.body.appendChild(document.createElement('textarea'))
    composer.dataset.composer = ''
    const sentence = [...place().querySelectorAll('button')].find((button) => button.textContent === pay)
    await act(async () => sentence?.click())
    expect(document.activeElement).toBe(composer)
    composer.remove()
    expect(asked).toEqual([{ name: 'text.send', payload: { conversationId: 'conversation-0', text: pay } }])
  })

  it('are offered while the user talks without having picked one, and end the talk when one is picked', async () => {
    await draw({ talk }, true)
    const sentence = [...place().querySelectorAll('button')].find((button) => button.textContent === pay)
    await act(async () => sentence?.click())
    expect(asked.map(({ name }) => name)).toEqual(['talk.cancel', 'text.send'])
  })

  it('are not offered while the picked one is said, nor beside a notice that names what plays', async () => {
    await draw({ talk, notices: [{ ...notice, kind: 'not-heard', detail: 'payment' }] }, false)
    expect(place().textContent).toBe('')
  })
})
