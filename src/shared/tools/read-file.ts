import { z } from '../lib/zod'
import { makeVisible } from '../text/make-visible'
import { defineTool } from './define-tool'

/** The largest readable file: 256 kB. */
export const LARGEST_FILE_BYTES = 256 * 1024

const readFileInputSchema = z.strictObject({
  purpose: z
    .string()
    .min(1)
    .max(120)
    .regex(/\S/u, 'argument-empty')
    .describe('Which file you need, in a few words for the user, for example “the invoice to check”.'),
})
export type ReadFileInput = z.infer<typeof readFileInputSchema>

const readFileOutputSchema = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('read'), name: z.string(), bytes: z.number().int(), text: z.string() }),
  z.strictObject({ status: z.literal('none-chosen') }),
])
export type ReadFileOutput = z.infer<typeof readFileOutputSchema>

/** Reads a text file that the user picks; the model never names a path. */
export const readFileTool = defineTool<ReadFileInput, ReadFileOutput>({
  name: 'read_file',
  description: 'Lets the user choose a text file and reads it, up to 256 kB. You can’t choose the file yourself. The user is asked first.',
  input: readFileInputSchema,
  output: readFileOutputSchema,
  risk: 'medium',
  approval: 'ask',
  idempotent: true,
  // time for the user to choose a file
  timeoutMs: 300_000,
  runs: 'main',
  icon: 'file-text',
  hint: (i18n) => i18n.t('call.read_file.hint'),
  secretArguments: [],
  secretResults: ['text'],
  textSource: { kind: 'file' },
  resultScope: 'data',
  question: ({ purpose }, i18n) => i18n.t('call.read_file.question', { purpose: makeVisible(purpose) }),
  destination: () => 'Google Gemini',
  effect: (_, output, i18n) =>
    output.status === 'none-chosen' ? i18n.t('call.read_file.none') : i18n.t('call.read_file.effect', { file: makeVisible(output.name) }),
})
