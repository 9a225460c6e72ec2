import type { Clock } from '../../../../shared/lib/clock'
import { messageOf } from '../../../../shared/messages/message'
import { getWeather, type WeatherInput } from '../../../../shared/tools/get-weather'
import { withDeadline } from '../../tool-runner'
import { implementTool, type MainTool, ToolError } from '../main-tool'
import { bundledWeather } from './bundled-weather'
import { weatherReport } from './weather-report'
import type { WeatherAnswer, WeatherSource } from './weather-source'

/** Dependencies of the weather tool. */
export interface WeatherOptions {
  readonly source: WeatherSource
  readonly clock: Clock
  /** Whether a recording replaces Gemini: then bundled weather is used without a network request, where available. */
  replaying(): boolean
}

/** A slow service is abandoned before the tool's own time limit, so that bundled weather can still replace it. */
const SERVICE_MS = 8000

/** Reports the weather from the service. If that fails or a recording plays, reports bundled weather, and says so. */
export function weatherTool({ source, clock, replaying }: WeatherOptions): MainTool {
  async function run(input: WeatherInput, { signal }: { readonly signal: AbortSignal }) {
    const bundled = bundledWeather(input.place)
    if (bundled !== null && replaying()) return weatherReport(bundled.weather, input, bundled.source)
    const answer = await ask(input.place, signal)
    switch (answer.kind) {
      case 'found':
        return weatherReport(answer.weather, input, 'open-meteo')
      case 'no-such-place':
        throw new ToolError(messageOf('place-unknown'))
      case 'failed':
        if (bundled !== null) return weatherReport(bundled.weather, input, bundled.source)
        throw new ToolError(messageOf('weather-unknown', { reason: answer.reason }))
    }
  }

  async function ask(place: string, signal: AbortSignal): Promise<WeatherAnswer> {
    try {
      return await withDeadline(clock, SERVICE_MS, signal, (inner) => source(place, inner))
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ToolError) return { kind: 'failed', reason: messageOf('weather-too-slow', { seconds: SERVICE_MS / 1000 }) }
      throw error
    }
  }

  return implementTool(getWeather, { run, recall: () => null })
}
