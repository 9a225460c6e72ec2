import { z } from '../lib/zod'
import { makeVisible } from '../text/make-visible'
import { defineTool } from './define-tool'
import { weatherText } from './weather-conditions'

const weatherInputSchema = z.strictObject({
  place: z
    .string()
    .max(100)
    .regex(/\S/u, 'argument-empty')
    .describe('Name of a city or town, in any language, for example Kyoto. Add nothing else to it.'),
  days: z.number().int().min(1).max(7).optional().describe('How many days to look ahead, today included. 1 when left out.'),
  unit: z.enum(['celsius', 'fahrenheit']).optional().describe('Unit of the temperatures. celsius when left out.'),
})
export type WeatherInput = z.infer<typeof weatherInputSchema>

const temperature = z.number().describe('in the unit of the call')
const percent = z.number().min(0).max(100)

const weatherOutputSchema = z.strictObject({
  /** `recorded` and `example` are data shipped with Parley, not today's weather; `note` says so */
  source: z.enum(['open-meteo', 'recorded', 'example']),
  note: z.string().optional(),
  place: z.string(),
  region: z.string(),
  country: z.string(),
  unit: z.enum(['celsius', 'fahrenheit']),
  timezone: z.string(),
  now: z.strictObject({
    /** local time of the place, `YYYY-MM-DDThh:mm` */
    time: z.string(),
    condition: z.string(),
    temperature,
    feelsLike: temperature,
    humidity: percent,
    /** km/h */
    wind: z.number(),
  }),
  nextHours: z.array(
    z.strictObject({
      time: z.string(),
      condition: z.string().nullable(),
      temperature: temperature.nullable(),
      rainChance: percent.nullable(),
    }),
  ),
  days: z.array(
    z.strictObject({
      date: z.string(),
      condition: z.string().nullable(),
      highest: temperature.nullable(),
      lowest: temperature.nullable(),
      rainChance: percent.nullable(),
    }),
  ),
})
export type WeatherOutput = z.infer<typeof weatherOutputSchema>

/** The weather of a place, now and for the next days. */
export const getWeather = defineTool<WeatherInput, WeatherOutput>({
  name: 'get_weather',
  description: 'Gives the weather of a city or town now, for the next twelve hours, and for up to seven days.',
  input: weatherInputSchema,
  output: weatherOutputSchema,
  risk: 'low',
  approval: 'allow',
  idempotent: true,
  timeoutMs: 12_000,
  runs: 'main',
  icon: 'cloud-sun',
  hint: (i18n) => i18n.t('call.get_weather.hint'),
  secretArguments: [],
  secretResults: [],
  question: ({ place }, i18n) => i18n.t('call.get_weather.question', { place: makeVisible(place) }),
  destination: () => 'Open-Meteo',
  effect: (_, { now, place, unit, source }, i18n) => {
    const degrees = `${Math.round(now.temperature)} ${unit === 'celsius' ? '°C' : '°F'}`
    const weather = i18n.t('call.get_weather.effect', { place, degrees, condition: weatherText(now.condition, i18n) })
    if (source === 'open-meteo') return weather
    if (source === 'example') return i18n.t('call.get_weather.example', { weather })
    return i18n.t('call.get_weather.recorded', { weather, day: now.time.slice(0, 10) })
  },
})
