import { z } from '../lib/zod'
import type { Localized } from '../text/localized'
import { lookalikeScript, parseWebAddress } from '../text/web-address'
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
  hint: { en: 'Opens a web page in your browser', ja: 'ブラウザーでウェブページを開く' },
  secretArguments: [],
  secretResults: [],
  question: ({ url }) => questionAbout(url),
  destination: ({ url }) => parseWebAddress(url)?.host ?? '',
  effect: (_, { host }) => ({ en: `opened ${host}`, ja: `${host}を開きました` }),
})

/** The question names the host as it is looked up; one that is written with other letters is told with both. */
function questionAbout(url: string): Localized {
  const address = parseWebAddress(url)
  const host = address?.host ?? ''
  const asked = { en: `Open ${host} in your browser?`, ja: `ブラウザーで${host}を開きますか？` }
  if (address === null || address.written === null) return asked
  const script = lookalikeScript(address.written)
  if (script === null) {
    return { en: `${asked.en} It is written “${address.written}”.`, ja: `${asked.ja}表記は「${address.written}」です。` }
  }
  return {
    en: `${asked.en} Careful: it is written “${address.written}” with ${script.en} letters, which can look like another name.`,
    ja: `${asked.ja}注意：「${address.written}」は${script.ja}を含み、別の名前に見えることがあります。`,
  }
}
