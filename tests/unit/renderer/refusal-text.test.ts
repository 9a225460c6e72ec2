import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusalText } from '../../../src/renderer/i18n/refusal-text'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import { wordedClient } from '../../../src/renderer/state/worded-client'
import { createClient } from '../../../src/shared/ipc/client'
import { words as japanese } from '../../../src/shared/languages/ja'
import { failure } from '../../../src/shared/lib/result'
import { messageOf } from '../../../src/shared/messages/message'

/** Everything that answers the page's calls about approvals, rules, tools, the trail, settings and keys. */
const ANSWERING = [
  'src/shared/ipc/router.ts',
  'src/shared/ipc/client.ts',
  'src/main/app/ipc-handlers.ts',
  'src/main/app/confirmed-calls.ts',
  'src/main/app/tool-handlers.ts',
  'src/main/servers',
  'src/main/sight',
  'src/main/history/history-module.ts',
  'src/main/history/storage-handlers.ts',
  'src/main/history',
  'src/main/diagnostics/diagnostics-handlers.ts',
  'src/main/diagnostics/upkeep',
  'src/main/gateway/gateway-clients.ts',
  'src/shared/lib/disk-fault.ts',
  'src/main/gateway/gateway-service.ts',
  'src/main/app/closable-dispatch.ts',
  'src/main/storage/database/backups.ts',
  'src/main/tool-calls/approvals',
  'src/main/tool-calls/audit',
  'src/main/storage/save-export.ts',
  'src/main/tool-calls/policy',
  'src/main/storage/settings/settings-file.ts',
  'src/main/storage/settings/api-key.ts',
  'src/main/history/sync/server-token.ts',
  'src/main/platform/electron/ipc.ts',
  'src/main/desktop/desktop-integration.ts',
  'src/main/data/worker/index.ts',
  'src/renderer/state/data-actions.ts',
  'src/main/tool-calls/tools/page-tools.ts',
  'src/main/tool-calls/tool-registry.ts',
  'src/main/tool-calls/tools/main-tool.ts',
  'src/main/conversations/conversation-list.ts',
  'src/main/conversations/conversation-registry.ts',
  'src/main/conversations/files-to-send.ts',
  'src/main/conversations/thread-handlers.ts',
  'src/main/storage/attachments',
  'src/shared/attachments',
  'src/main/replay/replay-service.ts',
  'src/main/replay/simulator/replay-handlers.ts',
  'src/main/diagnostics/recording/fixture-handlers.ts',
  'src/main/diagnostics/recording/make-recording.ts',
  'src/main/replay/import-conversation.ts',
  'src/main/replay/cli-recordings.ts',
  'src/main/replay/opened-recording.ts',
]

function sourceOf(path: string): string {
  if (statSync(path).isFile()) return readFileSync(path, 'utf8')
  return readdirSync(path)
    .map((name) => sourceOf(join(path, name)))
    .join('\n')
}

/** A `problem` found at the start is shown in a notice, and refuses nothing. */
const CODE = /(?<!problem: )(?:failure|new CallError)\(\s*'([a-z-]+)'|(?<!problem: \{ |readonly )\bcode: '([a-z-]+)'/g
const codes = new Set(ANSWERING.flatMap((path) => [...sourceOf(path).matchAll(CODE)].flatMap(([, made, written]) => made ?? written ?? [])))

const refusalsJa: Readonly<Record<string, string>> = japanese.refusals

describe('a refusal of main', () => {
  it('has a Japanese text for every code that answers the page', () => {
    expect(codes.size).toBeGreaterThan(25)
    expect([...codes].filter((code) => !Object.hasOwn(refusalsJa, code))).toEqual([])
  })

  it('has a text for no code that main does not send', () => {
    expect(Object.keys(refusalsJa).filter((code) => !codes.has(code))).toEqual([])
  })

  it('is in complete Japanese sentences, without a space between Latin and kana', () => {
    for (const text of Object.values(refusalsJa)) {
      expect(text).toMatch(/[ぁ-ん].*。$/u)
      expect(text).not.toMatch(/[A-Za-z] [ぁ-んァ-ヶ一-龠]|[ぁ-んァ-ヶ一-龠] [A-Za-z]|!/u)
    }
  })

  it('keeps main’s text in English, and in Japanese if its code has no text', () => {
    const refused = { code: 'rule-unknown', message: 'This rule does not exist any more.' }
    expect(refusalText(refused, createTranslator('en'))).toBe(refused.message)
    expect(refusalText(refused, createTranslator('ja'))).toBe(refusalsJa['rule-unknown'])
    for (const code of ['never-heard-of', 'constructor'])
      expect(refusalText({ code, message: 'English.' }, createTranslator('ja'))).toBe('English.')
  })

  it('reaches the page in the language at its arrival', async () => {
    let language = 'ja'
    const refusal = failure('call-over', 'This call has ended.')
    const transport = { call: async () => refusal, onEvent: () => () => {} }
    const client = wordedClient(
      createClient(transport, () => {}),
      () => createTranslator(language),
    )
    const stop = () => client.call('call.cancel', { conversationId: 'one', toolCallId: 'call-1' })
    expect(await stop()).toEqual(failure('call-over', refusalsJa['call-over'] ?? ''))
    language = 'en'
    expect(await stop()).toEqual(refusal)
  })

  it('shows messages with a text of their own in the language of the page too', () => {
    const { error: told } = failure('source-name-taken', messageOf('source-name-taken', { name: 'Orders' }))
    expect(refusalText(told, createTranslator('ja'))).toBe('Ordersという名前のデータソースがすでにあります。')
    expect(refusalText(told, createTranslator('en'))).toBe('There is already a source called Orders.')
  })
})
