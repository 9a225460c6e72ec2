import { z } from '../lib/zod'
import { defineTool } from './define-tool'

const screenshotSchema = z.strictObject({
  status: z.literal('taken'),
  /** name of the kept file in the `screenshots` folder of the user's data */
  file: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  bytes: z.number().int().positive(),
})
export type Screenshot = z.infer<typeof screenshotSchema>

/** Takes a picture of the screen and keeps it as a file. */
export const takeScreenshot = defineTool<Record<string, never>, Screenshot>({
  name: 'take_screenshot',
  description:
    'Takes a picture of the user’s screen and keeps it as a file on their machine. The user is asked first. The result is the name and size of the picture; you do not see what is on it.',
  input: z.strictObject({}),
  output: screenshotSchema,
  risk: 'medium',
  approval: 'ask',
  idempotent: true,
  timeoutMs: 15_000,
  runs: 'main',
  icon: 'camera',
  hint: { en: 'Takes a picture of your screen', ja: '画面を撮影する' },
  secretArguments: [],
  secretResults: [],
  question: () => ({
    en: 'Take a picture of your screen and keep it on this machine?',
    ja: '画面を撮影して、このコンピューターに保存しますか？',
  }),
  destination: () => '',
  effect: (_, { file, width, height }) => ({ en: `kept ${file}, ${width} × ${height}`, ja: `${file}（${width} × ${height}）を保存` }),
})
