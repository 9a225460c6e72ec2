import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../../../src/main/tool-calls/tools/main-tool'
import { cachedWeather } from '../../../../src/main/tool-calls/tools/weather/cached-weather'
import { weatherTool } from '../../../../src/main/tool-calls/tools/weather/get-weather'
import { openMeteo, openMeteoAddresses } from '../../../../src/main/tool-calls/tools/weather/open-meteo'
import type { JsonObject } from '../../../../src/shared/lib/json'
import { functionDeclaration } from '../../../../src/shared/tools/function-declaration'
import { getWeather, type WeatherInput } from '../../../../src/shared/tools/get-weather'
import { createFakeClock } from '../../../support/fake-clock'
import { httpServer } from '../../../support/http-server'

const kept = JSON.parse(readFileSync('resources/weather/kyoto.json', 'utf8'))

/** A server that answers as Open-Meteo does; it does not know any other place. */
async function service(changes: { readonly search?: unknown; readonly forecast?: unknown; readonly status?: number } = {}) {
  const asked: URL[] = []
  const base = await httpServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://service')
    asked.push(url)
    const body = url.pathname === '/v1/search' ? (changes.search ?? kept.geocoding) : (changes.forecast ?? kept.forecast)
    response.writeHead(changes.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { base, asked }
}

function toolAt(base: string, replaying = false) {
  const clock = createFakeClock()
  const source = cachedWeather(openMeteo({ geocoding: base, forecast: base }), clock)
  const tool = weatherTool({ source, clock, replaying: () => replaying })
  const controller = new AbortController()
  async function run(input: WeatherInput & JsonObject) {
    const prepared = tool.prepare(input)
    if (!prepared.ok) throw new Error(prepared.error.message)
    const output = await prepared.value.run({ toolCallId: 'call-1', conversationId: 'conversation-1', signal: controller.signal })
    return { output: getWeather.output.parse(output), effect: prepared.value.effectOf(output) }
  }
  return { run, clock, controller }
}

const broken: RequestListener = (request) => void request.socket.destroy()

describe('get_weather', () => {
  test('asks for the place, then for its forecast, and returns both', async () => {
    const { base, asked } = await service()
    const { output, effect } = await toolAt(base).run({ place: 'Kyoto', days: 2 })
    expect(asked.map((url) => url.pathname)).toEqual(['/v1/search', '/v1/forecast'])
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({ name: 'Kyoto', count: '1', language: 'en', format: 'json' })
    expect(asked[1]?.searchParams.get('latitude')).toBe('35.02107')
    expect(asked[1]?.searchParams.get('timezone')).toBe('auto')
    expect(output).toMatchObject({ source: 'open-meteo', place: 'Kyoto', country: 'Japan', unit: 'celsius', timezone: 'Asia/Tokyo' })
    expect(output.note).toBeUndefined()
    expect(output.now).toEqual({
      time: '2026-11-27T14:00',
      condition: 'cloudy',
      temperature: 11.3,
      feelsLike: 9.6,
      humidity: 64,
      wind: 7.2,
    })
    expect(output.days).toHaveLength(2)
    expect(output.nextHours[4]).toEqual({ time: '2026-11-27T18:00', condition: 'light rain', temperature: 9.9, rainChance: 65 })
    expect(effect).toEqual({ en: 'Kyoto: 11 °C, cloudy', ja: 'Kyoto：11 °C、くもり' })
  })

  test('returns temperatures in Fahrenheit on request', async () => {
    const { output } = await toolAt((await service()).base).run({ place: 'Kyoto', unit: 'fahrenheit' })
    expect(output.now.temperature).toBe(52.3)
    expect(output.days[0]).toMatchObject({ highest: 53.8, lowest: 43.5 })
  })

  test('asks for Japanese names in Japanese', async () => {
    const { base, asked } = await service()
    await toolAt(base).run({ place: '奈良' })
    expect(asked[0]?.searchParams.get('language')).toBe('ja')
  })

  test('stores an answer for ten minutes and asks again after that', async () => {
    const { base, asked } = await service()
    const { run, clock } = toolAt(base)
    await run({ place: 'Kyoto' })
    await run({ place: ' kyoto ' })
    expect(asked).toHaveLength(2)
    clock.advance(600_000)
    await run({ place: 'Kyoto' })
    expect(asked).toHaveLength(4)
  })

  test('says that there is no such place, and does not ask for a forecast', async () => {
    const { base, asked } = await service({ search: { generationtime_ms: 0.5 } })
    await expect(toolAt(base).run({ place: 'Qwxyz' })).rejects.toThrow('There is no place of that name.')
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['cannot be reached', broken, 'could not be reached'],
    ['refuses', ((_, response) => response.writeHead(429).end('{"error":true}')) satisfies RequestListener, 'HTTP 429'],
    ['answers with a page', ((_, response) => response.end('<html>')) satisfies RequestListener, 'not a forecast'],
    [
      'sends the page elsewhere',
      ((_, response) => response.writeHead(302, { location: '/x' }).end()) satisfies RequestListener,
      'not known now',
    ],
    ['answers without end', ((_, response) => response.end('x'.repeat(600_000))) satisfies RequestListener, 'not a forecast'],
  ] as const)('says why it does not know if the service %s', async (_, listener, words) => {
    const { run } = toolAt(await httpServer(listener))
    await expect(run({ place: 'Nara' })).rejects.toThrow(words)
    await expect(run({ place: 'Nara' })).rejects.toBeInstanceOf(ToolError)
  })

  test('gives up a service that is silent for eight seconds', async () => {
    let reached: () => void = () => {}
    const asked = new Promise<void>((resolve) => {
      reached = resolve
    })
    const { run, clock } = toolAt(await httpServer(() => reached()))
    const outcome = run({ place: 'Nara' })
    const refusal = expect(outcome).rejects.toThrow('did not answer within 8 s')
    await asked
    clock.advance(8000)
    await refusal
  })

  test('ends with its call', async () => {
    let reached: () => void = () => {}
    const asked = new Promise<void>((resolve) => {
      reached = resolve
    })
    const { run, controller } = toolAt(await httpServer(() => reached()))
    const refusal = expect(run({ place: 'Kyoto' })).rejects.toThrow('taken back')
    await asked
    controller.abort(new ToolError('taken back'))
    await refusal
  })

  test('returns the example of Kyoto, marked as one, if the service fails', async () => {
    const { output, effect } = await toolAt(await httpServer(broken)).run({ place: 'Kyoto' })
    expect(output.source).toBe('example')
    expect(output.note).toContain('not the weather of today')
    expect(effect.en).toContain('not today’s weather')
    expect(effect.ja).toContain('今日の天気ではありません')
  })

  test('returns what Open-Meteo once answered for Brno, and when that was, if the service fails', async () => {
    const { output, effect } = await toolAt(await httpServer(broken)).run({ place: 'Brno', days: 7 })
    expect(output).toMatchObject({ source: 'recorded', place: 'Brno', country: 'Czechia', timezone: 'Europe/Prague' })
    expect(output.note).toContain('recorded at Open-Meteo on 2026-10-01 and is not the weather of today')
    expect(output.now).toMatchObject({ time: '2026-10-01T15:00', condition: 'clear', temperature: 23.2, feelsLike: 18.6, wind: 20.3 })
    expect(output.nextHours.map(({ time }) => time.slice(11))).toEqual(
      ['15', '16', '17', '18', '19', '20', '21', '22', '23', '00', '01', '02'].map((hour) => `${hour}:00`),
    )
    expect(output.days.map(({ date, highest }) => [date, highest])).toEqual([
      ['2026-10-01', 23.2],
      ['2026-10-02', 23],
      ['2026-10-03', 22.5],
    ])
    expect(effect.en).toContain('recorded on 2026-10-01')
    expect(effect.ja).toContain('2026-10-01の記録')
  })

  test('does not use the network for the example while a recording plays', async () => {
    const { base, asked } = await service()
    const { run } = toolAt(base, true)
    expect((await run({ place: '京都' })).output.source).toBe('example')
    expect(asked).toEqual([])
    expect((await run({ place: 'Nara' })).output.source).toBe('open-meteo')
  })

  test('only asks Open-Meteo over HTTPS, or the service that the environment names', () => {
    for (const environment of [{}, { OPEN_METEO_URL: 'not an address' }]) {
      for (const address of Object.values(openMeteoAddresses(environment))) expect(address).toMatch(/^https:.*open-meteo\.com$/)
    }
    const own = 'http://weather.example:8080'
    expect(openMeteoAddresses({ OPEN_METEO_URL: own })).toEqual({ geocoding: own, forecast: own })
  })

  test('can be declared in both dialects', () => {
    for (const dialect of ['json-schema', 'open-api'] as const) expect(functionDeclaration(getWeather, dialect).name).toBe('get_weather')
  })
})
