import { z } from '../lib/zod'
import { defineTool } from './define-tool'

const screenshotSchema = z.strictObject({
  status: z.literal('taken'),
  /** name of the stored file in the `screenshots` folder of the user's data */
  file: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  bytes: z.number().int().positive(),
})
export type Screenshot = z.infer<typeof screenshotSchema>

/** Takes a screenshot, shows it to the model and stores it as a file. */
export const takeScreenshot = defineTool<Record<string, never>, Screenshot>({
  name: 'take_screenshot',
  description:
    'Takes a picture of the user’s screen, shows it to you as an image and keeps it as a file on their machine. The user is asked first. The image comes right before the result, which tells its name and size; you see a smaller copy, so small print may not be legible.',
  input: z.strictObject({}),
  output: screenshotSchema,
  risk: 'medium',
  approval: 'ask',
  idempotent: true,
  timeoutMs: 15_000,
  runs: 'main',
  icon: 'camera',
  hint: (i18n) => i18n.t('call.take_screenshot.hint'),
  secretArguments: [],
  secretResults: [],
  resultScope: 'data',
  question: (_, i18n) => i18n.t('call.take_screenshot.question'),
  destination: () => 'Gemini',
  effect: (_, { file, width, height }, i18n) => i18n.t('call.take_screenshot.effect', { file, width, height }),
})
