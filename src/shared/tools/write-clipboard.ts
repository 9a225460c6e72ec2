import type { Translator } from '../i18n/translator'
import { z } from '../lib/zod'
import { defineTool } from './define-tool'

const writeClipboardInputSchema = z.strictObject({
  text: z.string().min(1).max(100_000).describe('The text to put on the clipboard.'),
})
export type WriteClipboardInput = z.infer<typeof writeClipboardInputSchema>

const writeClipboardOutputSchema = z.strictObject({ status: z.literal('written'), length: z.number().int() })
export type WriteClipboardOutput = z.infer<typeof writeClipboardOutputSchema>

/** Writes a text to the clipboard, replacing its content. */
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
  hint: (i18n) => i18n.t('call.write_clipboard.hint'),
  secretArguments: ['text'],
  secretResults: [],
  question: ({ text }, i18n) => i18n.count('call.write_clipboard.question', ...lengthOf(text, i18n)),
  destination: () => '',
  effect: ({ text }, _, i18n) => i18n.count('call.write_clipboard.effect', ...lengthOf(text, i18n)),
})

/** Characters as people count them, approximately: code points. */
function lengthOf(text: string, { locale }: Translator): [count: number, written: { readonly count: string }] {
  const { length } = [...text]
  return [length, { count: length.toLocaleString(locale) }]
}
