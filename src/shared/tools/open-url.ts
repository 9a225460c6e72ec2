import { z } from '../lib/zod'
import { lookalikeScript, parseWebAddress } from '../text/web-address'
import type { Translator } from '../words/translator'
import { defineTool } from './define-tool'

const openUrlInputSchema = z.strictObject({
  url: z
    .string()
    .max(2000)
    .refine((text) => parseWebAddress(text) !== null, 'must be an https address with a host and without a user name or password')
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
  hint: (words) => words.say('call.open_url.hint'),
  secretArguments: [],
  secretResults: [],
  question: ({ url }, words) => questionAbout(url, words),
  destination: ({ url }) => parseWebAddress(url)?.host ?? '',
  effect: (_, { host }, words) => words.say('call.open_url.effect', { host }),
})

/** The question names the host as it is looked up; one that is written with other letters is told with both. */
function questionAbout(url: string, words: Translator): string {
  const address = parseWebAddress(url)
  const question = words.say('call.open_url.question', { host: address?.host ?? '' })
  const written = address?.written ?? null
  if (written === null) return question
  const script = lookalikeScript(written)
  if (script === null) return words.say('call.open_url.written', { question, written })
  return words.say('call.open_url.careful', { question, written, script: words.say(`script.${script}`) })
}
