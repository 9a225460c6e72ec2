import type { Clock } from '../../../../shared/lib/clock'
import { messageText } from '../../../../shared/messages/message-text'
import { getWeather, type WeatherInput } from '../../../../shared/tools/get-weather'
import { withDeadline } from '../../tool-runner'
import { implementTool, type MainTool, ToolError } from '../main-tool'
import { bundledWeather } from './bundled-weather'
import { weatherReport } from './weather-report'
import type { WeatherAnswer, WeatherSource } from './weather-source'

/** What the weather is told from. */
export interface WeatherOptions {
  readonly source: WeatherSource
  readonly clock: Clock
  /** Whether a recording stands in for Gemini: then nothing is asked of the network that the app itself can tell. */
  replaying(): boolean
}

/** A slow service is given up before the tool's own time is over, so that what is bundled can still stand in. */
const SERVICE_MS = 8000

/** Tells the weather from the service; where that fails, or a recording plays, from what is bundled, and says so. */
export function weatherTool({ source, clock, replaying }: WeatherOptions): MainTool {
  async function run(input: WeatherInput, { signal }: { readonly signal: AbortSignal }) {
    const bundled = bundledWeather(input.place)
    if (bundled !== null && replaying()) return weatherReport(bundled.weather, input, bundled.source)
    const answer = await ask(input.place, signal)
    switch (answer.kind) {
      case 'found':
        return weatherReport(answer.weather, input, 'open-meteo')
      case 'no-such-place':
        throw new ToolError(messageText('place-unknown'))
      case 'failed':
        if (bundled !== null) return weatherReport(bundled.weather, input, bundled.source)
        throw new ToolError(messageText('weather-unknown', { reason: answer.reason }))
    }
  }

  async function ask(place: string, signal: AbortSignal): Promise<WeatherAnswer> {
    try {
      return await withDeadline(clock, SERVICE_MS, signal, (inner) => source(place, inner))
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ToolError) return { kind: 'failed', reason: messageText('weather-too-slow', { seconds: SERVICE_MS / 1000 }) }
      throw error
    }
  }

  return implementTool(getWeather, { run, recall: () => null })
}
