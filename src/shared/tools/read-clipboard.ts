import { z } from '../lib/zod'
import { defineTool } from './define-tool'

/** Longer text is cut, because it would fill the model's context. */
export const LONGEST_CLIPBOARD_TEXT = 50_000

const clipboardTextSchema = z.strictObject({
  /** the text, or its beginning if `cut` is true; empty if the clipboard has no text */
  text: z.string().max(LONGEST_CLIPBOARD_TEXT),
  /** length of the whole text in UTF-16 units */
  length: z.number().int().min(0),
  cut: z.boolean(),
})
export type ClipboardText = z.infer<typeof clipboardTextSchema>

/** Reads what the user copied last. */
export const readClipboard = defineTool<Record<string, never>, ClipboardText>({
  name: 'read_clipboard',
  description: 'Reads the text on the user’s clipboard. The user is asked first. Call it only when the user speaks of what they copied.',
  input: z.strictObject({}),
  output: clipboardTextSchema,
  risk: 'medium',
  approval: 'ask',
  idempotent: true,
  timeoutMs: 5000,
  runs: 'main',
  icon: 'clipboard',
  hint: (i18n) => i18n.t('call.read_clipboard.hint'),
  secretArguments: [],
  secretResults: ['text'],
  textSource: { kind: 'clipboard' },
  resultScope: 'data',
  question: (_, i18n) => i18n.t('call.read_clipboard.question'),
  destination: () => 'Google Gemini',
  effect: (_, { length }, i18n) =>
    length === 0
      ? i18n.t('call.read_clipboard.empty')
      : i18n.count('call.read_clipboard.effect', length, { count: length.toLocaleString(i18n.locale) }),
})
