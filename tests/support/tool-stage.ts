import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FixtureServer } from '../../src/main/replay/simulator/simulator-server'
import type { Fixture } from '../../src/shared/fixtures/fixture'
import { z } from '../../src/shared/lib/zod'
import { type AppOptions, type RunningApp, startApp } from './app'
import { toolFixture } from './fixture-facts'
import { speak } from './speech'
import { startSwitchboard } from './switchboard'
import { type TalkKey, talkKeyOf } from './talk-key'
import { openToolScene, type ToolScene } from './tool-scene'

/** One running app for several scenes, each with a recording and a conversation of its own. */
export interface ToolStage {
  readonly app: RunningApp
  /** Opens a conversation with this recording, one of ours by its name; the previous scene ends. */
  open(recording: string | Fixture): Promise<ToolScene>
  /**
   * Quits the app and starts it again on the same data, with another recording or with the same one, which continues.
   */
  restart(next?: Fixture): Promise<void>
  /** Saves what a failed test showed, and reloads the page for the next one. */
  report(name: string): Promise<void>
  close(): Promise<void>
}

/** Starts the app with a microphone that plays speech, and a weather service of its own. */
export async function startToolStage(wishes: AppOptions = {}): Promise<ToolStage> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-stage-'))
  const { file } = speak('Please do what I ask of you, will you? Please do what I ask of you.', join(folder, 'speech.wav'))
  const weather = await startWeather()
  const switchboard = await startSwitchboard()
  const all: AppOptions = {
    microphoneFile: file,
    ...wishes,
    environment: {
      GEMINI_API_KEY: 'a-key-for-tests',
      GOOGLE_GEMINI_BASE_URL: switchboard.baseUrl,
      OPEN_METEO_URL: weather.address,
      ...wishes.environment,
    },
  }
  let app = await startApp(all)
  let key: TalkKey | null = null
  let scene: ToolScene | null = null
  let server: FixtureServer | null = null
  const keyOf = async (): Promise<TalkKey> => (key ??= await talkKeyOf(app))

  function playing(): FixtureServer {
    if (server === null) throw new Error('no recording is played')
    return server
  }

  async function endScene(): Promise<void> {
    const ending = scene
    scene = null
    await ending?.end()
  }

  return {
    get app() {
      return app
    },
    async open(recording) {
      await endScene()
      const fixture = typeof recording === 'string' ? await toolFixture(recording) : recording
      server = await switchboard.play(fixture)
      scene = await openToolScene({ app: () => app, server: playing, talkKey: keyOf })
      return scene
    },
    async restart(next) {
      await key?.dispose()
      key = null
      await app.close()
      if (next !== undefined) server = await switchboard.play(next)
      const { settings: _, ...rest } = all
      app = await startApp({ ...rest, userDataFolder: app.userDataFolder })
    },
    async report(name) {
      await app.report(name)
      await app.page.reload()
    },
    async close() {
      await endScene().catch(() => undefined)
      await key?.dispose()
      await app.remove()
      await switchboard.close()
      await weather.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const keptSchema = z.object({ geocoding: z.json(), forecast: z.json() })

/** Answers as Open-Meteo does, with the weather of Kyoto. */
async function startWeather(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const kept = keptSchema.parse(JSON.parse(await readFile('resources/weather/kyoto.json', 'utf8')))
  const server: Server = createServer((request, response) => {
    const body = request.url?.startsWith('/v1/search') === true ? kept.geocoding : kept.forecast
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the weather service has no port')
  return {
    address: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
