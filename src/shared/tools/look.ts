import { z } from '../lib/zod'
import { frameIntervalMs } from '../sight/frame-gate'
import { defineTool } from './define-tool'

/** What the model may ask to see. A window is the user's choice alone: the model does not know which there are. */
const lookInputSchema = z.strictObject({
  source: z.enum(['screen', 'camera']).describe('screen: the display with the pointer; camera: what the camera sees.'),
})
export type LookInput = z.infer<typeof lookInputSchema>

const lookOutputSchema = z.strictObject({ status: z.literal('seeing'), source: lookInputSchema.shape.source })
export type LookOutput = z.infer<typeof lookOutputSchema>

/** Asks the user to be shown the screen or the camera from now on. */
export const look = defineTool<LookInput, LookOutput>({
  name: 'look',
  description:
    'Asks the user to show you their screen or camera from now on, as images that follow when it changes. The user is asked every time, and stops it when they like. Call it only when the user speaks of what is visible and you see nothing.',
  input: lookInputSchema,
  output: lookOutputSchema,
  risk: 'high',
  approval: 'ask',
  asksEachTime: true,
  idempotent: true,
  timeoutMs: 60_000,
  runs: 'main',
  icon: 'eye',
  hint: (i18n) => i18n.t('call.look.hint'),
  secretArguments: [],
  question: ({ source }, i18n) => i18n.t(`call.look.question.${source}`, { frames: 60_000 / frameIntervalMs }),
  destination: () => 'Google Gemini',
  effect: (_, { source }, i18n) => i18n.t(`call.look.effect.${source}`),
})
