import { z } from '../lib/zod'
import { defineTool } from './define-tool'

const getLocationInputSchema = z.strictObject({
  exact: z
    .boolean()
    .optional()
    .describe('true for the exact place; otherwise it is rounded to about a kilometre, enough for weather or news.'),
})
export type GetLocationInput = z.infer<typeof getLocationInputSchema>

const getLocationOutputSchema = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** radius of the position's uncertainty in metres, according to the system */
  accuracy: z.number().min(0),
})
export type GetLocationOutput = z.infer<typeof getLocationOutputSchema>

/** Asks the system where the user is. */
export const getLocation = defineTool<GetLocationInput, GetLocationOutput>({
  name: 'get_location',
  description: 'Finds out where the user is, as latitude and longitude. The user is asked first.',
  input: getLocationInputSchema,
  output: getLocationOutputSchema,
  risk: 'medium',
  approval: 'ask',
  idempotent: true,
  timeoutMs: 30_000,
  runs: 'renderer',
  icon: 'map-pin',
  hint: (i18n) => i18n.t('call.get_location.hint'),
  secretArguments: [],
  secretResults: ['latitude', 'longitude'],
  resultScope: 'data',
  question: ({ exact }, i18n) => i18n.t(exact === true ? 'call.get_location.exact' : 'call.get_location.rough'),
  destination: () => 'Google Gemini',
  effect: (_, { accuracy }, i18n) => i18n.t('call.get_location.effect', { metres: Math.round(accuracy).toLocaleString(i18n.locale) }),
})
