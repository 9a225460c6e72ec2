import { assertNever } from '../../../../shared/lib/assert-never'
import type { WeatherInput, WeatherOutput } from '../../../../shared/tools/get-weather'
import { weatherCondition } from '../../../../shared/tools/weather-conditions'
import type { PlaceWeather } from './weather-source'

/** Formats a forecast for the model, in the requested unit and for the requested days. */
export function weatherReport({ place, forecast }: PlaceWeather, input: WeatherInput, source: WeatherOutput['source']): WeatherOutput {
  const { current, hourly, daily, timezone } = forecast
  const unit = input.unit ?? 'celsius'
  const degrees = (celsius: number): number => Math.round((unit === 'celsius' ? celsius : celsius * 1.8 + 32) * 10) / 10
  const orNull = <Value>(value: number | null | undefined, of: (value: number) => Value): Value | null =>
    value === null || value === undefined ? null : of(value)
  const condition = (code: number | null | undefined) => orNull(code, (known) => weatherCondition(known))
  const percent = (value: number | null | undefined) => orNull(value, (known) => Math.min(100, Math.max(0, known)))
  return {
    source,
    ...noteOn(source, current.time),
    place: place.name,
    region: place.admin1 ?? '',
    country: place.country ?? '',
    unit,
    timezone,
    now: {
      time: current.time,
      condition: weatherCondition(current.weather_code),
      temperature: degrees(current.temperature_2m),
      feelsLike: degrees(current.apparent_temperature),
      humidity: Math.min(100, Math.max(0, current.relative_humidity_2m)),
      wind: current.wind_speed_10m,
    },
    nextHours: hourly.time
      .map((time, index) => ({
        time,
        condition: condition(hourly.weather_code[index]),
        temperature: orNull(hourly.temperature_2m[index], degrees),
        rainChance: percent(hourly.precipitation_probability[index]),
      }))
      // local times of one place have the same format, so they sort as text
      .filter(({ time }) => time >= hourOf(current.time))
      .slice(0, 12),
    days: daily.time.slice(0, input.days ?? 1).map((date, index) => ({
      date,
      condition: condition(daily.weather_code[index]),
      highest: orNull(daily.temperature_2m_max[index], degrees),
      lowest: orNull(daily.temperature_2m_min[index], degrees),
      rainChance: percent(daily.precipitation_probability_max[index]),
    })),
  }
}

/** `YYYY-MM-DDThh:mm` at its full hour. */
const hourOf = (time: string): string => `${time.slice(0, 13)}:00`

function noteOn(source: WeatherOutput['source'], time: string): Pick<WeatherOutput, 'note'> {
  switch (source) {
    case 'open-meteo':
      return {}
    case 'recorded':
      return { note: `This was recorded at Open-Meteo on ${time.slice(0, 10)} and is not the weather of today. Tell the user so.` }
    case 'example':
      return { note: 'This is an example that comes with the app, not the weather of today. Tell the user so.' }
    default:
      return assertNever(source, 'source of weather')
  }
}
