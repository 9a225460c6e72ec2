import { describe, expect, test } from 'vitest'
import { clipboardTools } from '../../../src/main/tool-calls/tools/clipboard-tools'
import { createTranslator } from '../../../src/shared/i18n/translator'
import { readClipboard } from '../../../src/shared/tools/read-clipboard'
import { writeClipboard } from '../../../src/shared/tools/write-clipboard'
import { paperDesktop } from '../../support/paper-desktop'

const context = { toolCallId: 'call-1', conversationId: 'conversation-1', signal: new AbortController().signal }

/** The system's clipboard itself is tested in Electron; here it is a text. */
function toolsOver(begin: string) {
  let text = begin
  const [read, write] = clipboardTools(
    paperDesktop({
      readClipboard: async () => text,
      writeClipboard: async (next) => {
        text = next
      },
    }),
  )
  return { read, write }
}

async function run(tool: ReturnType<typeof toolsOver>['read'], input: Record<string, string>) {
  const prepared = tool?.prepare(input)
  if (prepared?.ok !== true) throw new Error('the arguments were refused')
  const output = await prepared.value.run(context)
  return { output, effect: prepared.value.effectOf(output) }
}

describe('the clipboard', () => {
  test('is read unchanged', async () => {
    expect((await run(toolsOver('明日の予定').read, {})).output).toEqual({ text: '明日の予定', length: 5, cut: false })
  })

  test('without text is reported as such', async () => {
    expect((await run(toolsOver('').read, {})).effect).toEqual({
      en: 'found no text on the clipboard',
      ja: 'クリップボードにテキストなし',
    })
  })

  test('with more text than the model can take is cut, never inside a character, and its length is returned', async () => {
    const { output } = await run(toolsOver(`a${'😀'.repeat(30_000)}`).read, {})
    expect(readClipboard.output.parse(output)).toMatchObject({ length: 60_001, cut: true })
    expect(output.text).toBe(`a${'😀'.repeat(24_999)}`)
  })

  test('gets the approved text', async () => {
    const { read, write } = toolsOver('before')
    const { effect } = await run(write, { text: 'after 😀' })
    expect(effect.en).toBe('copied 7 characters')
    expect((await run(read, {})).output.text).toBe('after 😀')
  })

  test('is not written without text, nor with more than fits', () => {
    const { write } = toolsOver('before')
    for (const text of ['', 'x'.repeat(100_001)]) expect(write?.prepare({ text })).toMatchObject({ ok: false })
  })

  test('that does not exist is reported to the model as text', async () => {
    const [read, write] = clipboardTools(null)
    await expect(run(read, {})).rejects.toThrow('The clipboard can’t be reached')
    await expect(run(write, { text: 'x' })).rejects.toThrow('not as a desktop app')
  })

  test('needs approval, both ways', () => {
    expect([readClipboard.approval, writeClipboard.approval]).toEqual(['ask', 'ask'])
    expect(writeClipboard.question({ text: 'a' }, createTranslator('en'), () => null)).toBe(
      'Replace what is on your clipboard with 1 character of text?',
    )
  })
})
