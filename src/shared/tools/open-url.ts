import type { Translator } from '../i18n/translator'
import { z } from '../lib/zod'
import { lookalikeScript, parseWebAddress } from '../text/web-address'
import { defineTool } from './define-tool'

const openUrlInputSchema = z.strictObject({
  url: z
    .string()
    .max(2000)
    .refine((text) => parseWebAddress(text) !== null, 'argument-address')
    .describe('The whole address, for example https://example.com/page.'),
})
export type OpenUrlInput = z.infer<typeof openUrlInputSchema>

const openUrlOutputSchema = z.strictObject({ status: z.literal('opened'), host: z.string() })
export type OpenUrlOutput = z.infer<typeof openUrlOutputSchema>

/** Opens a page in the user's browser. */
export const openUrl = defineTool<OpenUrlInput, OpenUrlOutput>({
  name: 'open_url',
  description: 'Opens a web page in the user’s browser. The user is asked first. Only https addresses.',
  input: openUrlInputSchema,
  output: openUrlOutputSchema,
  risk: 'medium',
  approval: 'ask',
  idempotent: false,
  timeoutMs: 10_000,
  runs: 'main',
  icon: 'external-link',
  hint: (i18n) => i18n.t('call.open_url.hint'),
  secretArguments: [],
  secretResults: [],
  question: ({ url }, i18n) => pageQuestion(url, i18n),
  destination: ({ url }) => parseWebAddress(url)?.host ?? '',
  effect: (_, { host }, i18n) => i18n.t('call.open_url.effect', { host }),
})

/** The question names the host as it is looked up; if the user would see other letters, both forms. */
export function pageQuestion(url: string, i18n: Translator): string {
  const address = parseWebAddress(url)
  const question = i18n.t('call.open_url.question', { host: address?.host ?? '' })
  const written = address?.written ?? null
  if (written === null) return question
  const script = lookalikeScript(written)
  if (script === null) return i18n.t('call.open_url.written', { question, written })
  return i18n.t('call.open_url.careful', { question, written, script: i18n.t(`script.${script}`) })
}
