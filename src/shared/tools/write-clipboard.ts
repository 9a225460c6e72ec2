import { z } from '../lib/zod'
import { defineTool } from './define-tool'

const writeClipboardInputSchema = z.strictObject({
  text: z.string().min(1).max(100_000).describe('The text to put on the clipboard.'),
})
export type WriteClipboardInput = z.infer<typeof writeClipboardInputSchema>

const writeClipboardOutputSchema = z.strictObject({ status: z.literal('written'), length: z.number().int() })
export type WriteClipboardOutput = z.infer<typeof writeClipboardOutputSchema>

/** Puts a text on the clipboard, in place of what was there. */
export const writeClipboard = defineTool<WriteClipboardInput, WriteClipboardOutput>({
  name: 'write_clipboard',
  description: 'Puts a text on the user’s clipboard, in place of what they copied last. The user is asked first.',
  input: writeClipboardInputSchema,
  output: writeClipboardOutputSchema,
  risk: 'medium',
  approval: 'ask',
  idempotent: true,
  timeoutMs: 5000,
  runs: 'main',
  icon: 'clipboard-pen',
  hint: { en: 'Replaces what is on your clipboard', ja: 'クリップボードの内容を置き換える' },
  secretArguments: ['text'],
  secretResults: [],
  question: ({ text }) => ({
    en: `Replace what is on your clipboard with ${lengthOf(text)} ${lengthOf(text) === '1' ? 'character' : 'characters'} of text?`,
    ja: `クリップボードの内容を${lengthOf(text)}文字のテキストに置き換えますか？`,
  }),
  destination: () => '',
  effect: ({ text }) => ({ en: `copied ${lengthOf(text)} characters`, ja: `${lengthOf(text)}文字をコピー` }),
})

/** Characters as people count them, near enough: code points. */
function lengthOf(text: string): string {
  return [...text].length.toLocaleString('en')
}
