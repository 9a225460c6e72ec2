import { describe, expect, it } from 'vitest'
import { groupByDay } from '../../../src/renderer/app/conversation-days'
import { namesHost, webHost } from '../../../src/renderer/chat/external-link'
import { interruptionOf, playedInPart } from '../../../src/renderer/chat/unplayed'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import { clockTime, shortCount, timeLeft } from '../../../src/renderer/ui/format'
import { captionOf } from '../../../src/renderer/voice/caption-text'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { conversationSummary } from '../../support/conversation-summary'

const answer = (...texts: readonly string[]): UIMessage => ({
  id: 'answer',
  role: 'assistant',
  parts: texts.map((text) => ({ type: 'text', text, state: 'done' })),
})

describe('an interrupted answer', () => {
  it('is cut in the part in which playback stopped; all parts after it were not played', () => {
    const cut: UIMessage = {
      ...answer('first ', 'the second ', 'third'),
      parts: [
        ...answer('first ', 'the second ', 'third').parts,
        { type: 'data-interrupted', data: { heardSamples: 1, totalSamples: 2, playedCharacters: 13 } },
      ],
    }
    const interruption = interruptionOf(cut)
    expect(interruption?.unheard).toBe(true)
    expect([0, 1, 2].map((index) => playedInPart(cut, index, interruption))).toEqual([undefined, 4, 0])
  })
})

describe('the mark of an interruption', () => {
  it.each([
    { text: 'Most of that is Osaka.', at: 14, cut: 13 },
    { text: 'Most of that is Osaka.', at: 12, cut: 12 },
    { text: '大阪の拠点を通っています。', at: 1, cut: 0 },
  ])('never stands inside a word: $text at $at', ({ text, at, cut }) => {
    const message = answer(text)
    expect(playedInPart(message, 0, { playedCharacters: at, unheard: true })).toBe(cut)
  })
})

describe('a caption', () => {
  it('distinguishes spoken words from coming ones, at the end of a word', () => {
    const caption = captionOf([answer('Leave at half past eight.')], { turnId: 't', heard: 40, total: 100 })
    expect(caption).toEqual({ spoken: 'Leave at half', coming: ' past eight.' })
  })

  it('separates the text before a call from the text after it', () => {
    const whole = (...texts: readonly string[]) => captionOf([answer(...texts)], null)?.coming
    expect(whole('It waits on your screen.', 'Done. I paid.')).toBe('It waits on your screen. Done. I paid.')
    expect(whole('It waits. ', 'Done.')).toBe('It waits. Done.')
    expect(whole('画面で確認してください。', '支払いました。')).toBe('画面で確認してください。支払いました。')
  })

  it('leaves out what can’t be spoken', () => {
    const caption = captionOf(
      [answer('**Two** [days](https://example.com):\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sql\nSELECT 1\n```\nThat is all.')],
      null,
    )
    expect(caption).toEqual({ spoken: '', coming: 'Two days: That is all.' })
  })

  it('does not exist without an answer', () => {
    expect(captionOf([], null)).toBe(null)
    expect(captionOf([{ id: 'q', role: 'user', parts: [] }], null)).toBe(null)
  })
})

describe('a link', () => {
  it('shows its real host, and leads only to the web', () => {
    expect(webHost('https://example.com@evil.test/a')).toBe('evil.test')
    expect(webHost('https://xn--exmple-cua.com')).toBe('xn--exmple-cua.com')
    expect(webHost('https://exаmple.com')).toBe('xn--exmple-4nf.com')
    for (const address of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', '/relative', ''])
      expect(webHost(address)).toBe(null)
  })
})

describe('times and numbers', () => {
  it('never go below zero, and remaining time is rounded up', () => {
    expect([clockTime(-5), clockTime(4999), clockTime(3_729_000)]).toEqual(['0:00', '0:04', '1:02:09'])
    expect([timeLeft(400), timeLeft(102_000), timeLeft(-1)]).toEqual(['0:01', '1:42', '0:00'])
    expect([shortCount(940), shortCount(14_200)]).toEqual(['940', '14.2k'])
  })

  it('use the day of the local calendar, even just after midnight', () => {
    const now = new Date(2026, 10, 27, 0, 5).getTime()
    const at = (minutes: number) => conversationSummary({ conversationId: String(minutes), updatedAt: now - minutes * 60_000 })
    const names = (language: 'en' | 'ja') =>
      groupByDay([at(4500), at(10), at(1), at(400 * 1440)], now, createTranslator(language)).map((day) => day.name)
    expect(names('en')).toEqual(['Today', 'Yesterday', 'Monday 23 November', 'October 2025'])
    expect(names('ja')).toEqual(['今日', '昨日', '11月23日 月曜日', '2025年10月'])
  })
})

it('shows the host of a link only where its text does not name it, also without www', () => {
  expect(namesHost('jma.go.jp', 'www.jma.go.jp')).toBe(true)
  expect(namesHost('The forecast', 'www.jma.go.jp')).toBe(false)
  expect(namesHost('com', 'www.com')).toBe(false)
})
