import { z } from '../../../../shared/lib/zod'

/** `GET /v1/search` of Open-Meteo's geocoding: `results` is absent if nothing was found. */
export const geocodingSchema = z.object({
  results: z
    .array(
      z.object({
        name: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        country: z.string().optional(),
        admin1: z.string().optional(),
      }),
    )
    .optional(),
})

/** One place that matches a name. */
export type GeocodedPlace = NonNullable<z.infer<typeof geocodingSchema>['results']>[number]

/** `GET /v1/forecast` of Open-Meteo with the variables that `FORECAST_VARIABLES` asks for: °C, km/h, local times. */
export const forecastSchema = z.object({
  timezone: z.string(),
  current: z.object({
    time: z.string(),
    temperature_2m: z.number(),
    apparent_temperature: z.number(),
    relative_humidity_2m: z.number(),
    wind_speed_10m: z.number(),
    weather_code: z.number().int(),
  }),
  hourly: z.object({
    time: z.array(z.string()),
    temperature_2m: z.array(z.number().nullable()),
    precipitation_probability: z.array(z.number().nullable()),
    weather_code: z.array(z.number().int().nullable()),
  }),
  daily: z.object({
    time: z.array(z.string()),
    temperature_2m_max: z.array(z.number().nullable()),
    temperature_2m_min: z.array(z.number().nullable()),
    precipitation_probability_max: z.array(z.number().nullable()),
    weather_code: z.array(z.number().int().nullable()),
  }),
})
export type Forecast = z.infer<typeof forecastSchema>

/** The query that makes Open-Meteo answer in the shape of `forecastSchema`. */
export const FORECAST_VARIABLES = {
  current: 'temperature_2m,apparent_temperature,relative_humidity_2m,wind_speed_10m,weather_code',
  hourly: 'temperature_2m,precipitation_probability,weather_code',
  daily: 'temperature_2m_max,temperature_2m_min,precipitation_probability_max,weather_code',
  timezone: 'auto',
  forecast_days: '7',
  forecast_hours: '12',
} as const
