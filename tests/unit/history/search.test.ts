import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchHistory } from '../../../src/main/history/search-history'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import { markTerms, snippetOf } from '../../../src/shared/history/marked-text'
import { searchTerms } from '../../../src/shared/history/search-terms'
import { createFakeClock } from '../../support/fake-clock'

function keptWords() {
  const clock = createFakeClock(1_000)
  const store = openMemoryStore({ clock, unreadable: () => {} })
  const say = (conversationId: string, messageId: string, text: string): void => {
    clock.advance(10)
    store.messages.save(conversationId, `turn-${messageId}`, { id: messageId, role: 'user', parts: [{ type: 'text', text }] })
  }
  store.conversations.create('parcels', 'Late parcels this month')
  store.conversations.create('travel', '出張の予算')
  say('parcels', 'hub', 'They went through the Osaka hub, where the sorting belt stood still.')
  say('parcels', 'percent', 'That is 12% of all, file_name.txt says so.')
  say('travel', 'nights', '大阪に二泊、東京から新幹線で行きます。')
  say('travel', 'budget', '予算は十万円です。')
  const search = (query: string, within?: string) => searchHistory(store, query, () => Promise.resolve(), within)
  const found = async (query: string) => (await search(query)).map(({ messageId, conversationId }) => messageId ?? conversationId)
  return { store, say, search, found, clock }
}

describe('the search', () => {
  test('in one conversation finds every place in it, newest first, and nothing else', async () => {
    const { say, search } = keptWords()
    for (let index = 0; index < 40; index++) say('travel', `osaka-${index}`, `Osaka, the ${index}th time`)
    const within = await search('osaka', 'travel')
    expect(within.map(({ messageId }) => messageId)).toEqual(Array.from({ length: 40 }, (_, index) => `osaka-${39 - index}`))
    expect((await search('osaka')).filter(({ conversationId }) => conversationId === 'travel')).toHaveLength(3)
    expect(await search('parcels', 'parcels')).toEqual([])
    expect(await search('osaka', 'nobody')).toEqual([])
  })

  test.each([
    ['OSAKA', ['hub']],
    ['sorting osaka', ['hub']],
    ['osaka tokyo', []],
    ['新幹線', ['nights']],
    ['大阪', ['nights']],
    ['泊', ['nights']],
    ['大阪　東京', ['nights']],
    ['予算', ['travel', 'budget']],
    ['予算は十', ['budget']],
    ['12%', ['percent']],
    ['2%', ['percent']],
    ['e_', ['percent']],
    ['late parcels', ['parcels']],
    ['', []],
    ['   ', []],
    ['"', []],
    ['" OR "', []],
    ["osaka'; DROP TABLE messages", []],
    ['NEAR(osaka)', []],
    ['text:osaka', []],
    ['osa*', []],
  ])('for %s finds %j', async (query, hits) => {
    expect(await keptWords().found(query)).toEqual(hits)
  })

  test('looks at the titles page by page, with a pause after each, up to the newest thirty', async () => {
    const { store, clock } = keptWords()
    for (let index = 0; index < 2_100; index++) {
      clock.advance(1)
      store.conversations.create(`number-${index}`, index % 25 === 0 ? 'Invoice' : 'Letter')
    }
    let pauses = 0
    const pause = async () => {
      pauses += 1
    }
    const all = await searchHistory({ ...store, conversations: { ...store.conversations, list: () => [] } }, 'parcels', pause)
    expect(all.map(({ conversationId }) => conversationId)).toContain('parcels')
    expect(pauses).toBe(4)
    const newest = await searchHistory(store, 'invoice', pause)
    expect(newest.map(({ conversationId }) => conversationId)).toEqual(
      Array.from({ length: 30 }, (_, index) => `number-${2075 - index * 25}`),
    )
    expect(pauses).toBe(5)
  })

  test('follows a message while it streams, and forgets its earlier text', async () => {
    const { say, found } = keptWords()
    say('parcels', 'answer', 'The belt in Na')
    say('parcels', 'answer', 'The belt in Nagoya runs again.')
    expect(await found('nagoya')).toEqual(['answer'])
    say('parcels', 'answer', 'Nothing runs.')
    expect(await found('nagoya')).toEqual([])
  })

  test('returns the newest first, and of one conversation three messages at most', async () => {
    const { say, found } = keptWords()
    for (let number = 1; number <= 5; number += 1) say('parcels', `kobe-${number}`, `Kobe ${number}`)
    say('travel', 'kobe-travel', '神戸 (Kobe)')
    expect(await found('kobe')).toEqual(['kobe-travel', 'kobe-5', 'kobe-4', 'kobe-3'])
  })

  test('finds nothing of a removed conversation, and finds it again when it is restored', async () => {
    const { store, found } = keptWords()
    store.conversations.markDeleted('parcels')
    expect(await found('osaka')).toEqual([])
    store.conversations.restore('parcels')
    expect(await found('osaka')).toEqual(['hub'])
    store.conversations.markDeleted('parcels')
    store.conversations.erase('parcels')
    expect(await found('osaka')).toEqual([])
    expect(await found('大阪')).toEqual(['nights'])
  })

  test('finds every word of a message, and never fails', async () => {
    const { say, search } = keptWords()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), async (words) => {
        const asked = searchTerms(words)
        say('parcels', 'any', `before ${words} after`)
        const hits = await search(words)
        // text in another normal form may or may not be found: the Kelvin sign is a K to the index
        if (words !== words.normalize('NFC')) return
        expect(hits.some(({ messageId }) => messageId === 'any')).toBe(
          asked.length > 0 && !words.includes('\0') && !/\p{Surrogate}/u.test(words),
        )
      }),
      { numRuns: 200 },
    )
  })
})

describe('a snippet', () => {
  test('shows the words around the first hit, marked, whatever their case', () => {
    const text = `${'long ago '.repeat(20)}They went through the Osaka\n hub, where ${'the belt stood still '.repeat(20)}`
    const pieces = snippetOf(text, ['osaka'])
    expect(pieces.filter(({ hit }) => hit)).toEqual([{ text: 'Osaka', hit: true }])
    const whole = pieces.map((piece) => piece.text).join('')
    expect(whole).toMatch(/^….*through the Osaka hub, where.*…$/)
    expect([...whole].length).toBeLessThanOrEqual(122)
  })

  test('marks nothing without terms, and never loses a character', () => {
    expect(markTerms('a.b', [])).toEqual([{ text: 'a.b', hit: false }])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }), (text, terms) => {
        expect(
          markTerms(text, terms)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
