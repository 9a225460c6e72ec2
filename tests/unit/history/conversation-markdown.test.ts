import { expect, test } from 'vitest'
import { exportHistory } from '../../../src/main/history/export-history'
import { atOnce } from '../../../src/main/lib/in-slices'
import { conversationMarkdown } from '../../../src/shared/history/conversation-markdown'
import { createFakeClock } from '../../support/fake-clock'
import { emptyStore, keepPayment } from '../../support/stored-worlds'

const at = Date.UTC(2026, 10, 27, 9, 41)

function world() {
  const clock = createFakeClock(at)
  const store = emptyStore(clock)
  store.conversations.create('talk', 'Hoshino/Print: invoice?')
  keepPayment(store, clock, 'talk', 'call-1')
  store.messages.save('talk', 'turn-1', {
    id: 'answer',
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: 'Which account?' },
      {
        type: 'dynamic-tool',
        toolName: 'process_payment',
        toolCallId: 'call-1',
        state: 'output-available',
        input: {},
        output: { status: 'paid' },
      },
      { type: 'text', text: 'Paid. ```` is four ticks.' },
      { type: 'data-executable-code', data: { language: 'PYTHON', code: 'print("```")' } },
      { type: 'data-interrupted', data: { heardSamples: 1, totalSamples: 9, playedCharacters: 3 } },
      { type: 'source-url', sourceId: 's', url: 'https://a.example/<x y>', title: 'A\nsource' },
    ],
  })
  // said first, stored later: it comes before its answer
  store.messages.save('talk', 'turn-1', {
    id: 'words',
    role: 'user',
    metadata: { voice: { durationMs: 900, bars: [] } },
    parts: [{ type: 'text', text: '# pay\n\nit' }],
  })
  store.drafts.save('talk', 'and then')
  return { store, clock }
}

test('a conversation is exported as readable text: who said what and when, what was allowed, and the results', () => {
  const { store } = world()
  const kept = store.archive.read('talk')
  expect(kept === null ? '' : conversationMarkdown(kept, { locale: 'en-GB', timeZone: 'UTC' })).toBe(`# Hoshino/Print: invoice?

**You** · 27 Nov 2026, 09:41 · spoken

> # pay
>
> it

**Parley** · 27 Nov 2026, 09:41

> *Thoughts*
>
> Which account?

\`process_payment\` · you allowed it · rule 1

\`\`\`json
{
  "recipient": "Hoshino Print K.K.",
  "amount": 300,
  "currency": "JPY",
  "account": "studio ··4417",
  "reference": "INV-2231",
  "when": "2026-11-27"
}
\`\`\`

\`\`\`json
{
  "status": "paid"
}
\`\`\`

Paid. \`\`\`\` is four ticks.

\`\`\`\`python
print("\`\`\`")
\`\`\`\`

*You interrupted; the end of this was not spoken.*

Sources:

- A source: <https://a.example/%3Cx%20y%3E>

**Not sent**

> and then
`)
})

test('in Japanese its headings are Japanese, and the file is named after the title', () => {
  const { store, clock } = world()
  const { fileName, text } = atOnce(exportHistory('talk', 'markdown', { store, clock, locale: () => 'ja', timeZone: 'Asia/Tokyo' }))
  expect(fileName).toBe('Hoshino-Print-invoice-2026-11-27.md')
  expect(text).toContain('**あなた** · 2026/11/27 18:41 · 音声')
  expect(text).toContain('あなたが許可 · ルール 1')
})

test('all conversations are in one file, and a missing one is reported', () => {
  const { store, clock } = world()
  store.conversations.create('other', '../../etc/passwd')
  const parts = { store, clock, locale: () => 'en', timeZone: 'UTC' }
  const all = atOnce(exportHistory(null, 'markdown', parts))
  expect(all.fileName).toBe('parley-conversations-2026-11-27.md')
  expect(all.text).toContain('# Hoshino/Print: invoice?')
  expect(all.text).toContain('\n---\n\n')
  expect(atOnce(exportHistory('other', 'json', parts)).fileName).toBe('etc-passwd-2026-11-27.json')
  expect(() => atOnce(exportHistory('gone', 'json', parts))).toThrow('does not exist any more')
})
