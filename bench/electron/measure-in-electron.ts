import type { Page } from 'playwright'
import { type RunningApp, startApp } from '../../tests/support/app'
import { callMain } from '../../tests/support/call-main'
import { openVirtualSoundCard, type VirtualSoundCard } from '../../tests/support/virtual-sound-card'
import { sized } from '../lib/sized'
import { type HeldKey, holdTalkKey } from './held-key'
import { type Load, loadOf } from './process-load'
import { putSoundClock, type SoundClock } from './sound-clock'
import { type SoundServer, startSoundServer } from './sound-server'

/** A time measured again and again, in ms. */
export interface Times {
  readonly name: string
  readonly milliseconds: readonly number[]
}

/** All that is measured in the built app in real Electron, with a virtual sound card and an X server. */
export interface InElectron {
  readonly electron: string
  readonly times: readonly Times[]
  readonly outputLatencyMs: number
  readonly loads: readonly { readonly name: string; readonly load: Load }[]
}

const LOAD_SECONDS = sized(6, 1)
/** Until what was awake rests. */
const SETTLE_MS = sized(2000, 100)
const WARM_PRESSES = sized(20, 1)
const COLD_PRESSES = sized(12, 1)
const CUTS = sized(5, 1)
const TALKS = sized(50, 10)
/** Longer than a tap, two of which would switch hands-free on. */
const HOLD_MS = 400

/** The parts that are measured together. */
interface Rig {
  readonly card: VirtualSoundCard
  readonly server: SoundServer
  readonly app: RunningApp
  readonly key: HeldKey
}

/** Starts everything, measures, and ends everything. `tell` hears what is measured now. */
export async function measureInElectron(tell: (what: string) => void): Promise<InElectron> {
  const card = await openVirtualSoundCard()
  const server = await startSoundServer()
  const key = holdTalkKey()
  const app = await startApp({
    soundCard: card,
    untapped: true,
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
  })
  try {
    const rig = { card, server, app, key }
    await talkOnce(rig)
    tell('processor time in Electron')
    const loads = await measureLoads(rig)
    tell('from the key to the first sound')
    const times = [await pressAgain(rig, true, WARM_PRESSES), await pressAgain(rig, false, COLD_PRESSES)]
    tell('cutting in')
    const clock = await putSoundClock(app.page)
    server.answerWithTone(true)
    await talkOnce(rig)
    const firstTimes: number[] = []
    for (const how of ['service', 'key'] as const) {
      for (const heldUp of [false, true]) times.push(await cutIn(rig, clock, how, heldUp, firstTimes))
    }
    times.push({ name: 'first sound of an answer comes → the player’s first sample', milliseconds: firstTimes })
    const version = await app.electron?.evaluate(() => process.versions.electron)
    return { electron: version ?? '', times, outputLatencyMs: await clock.outputLatencyMs(), loads }
  } finally {
    await key.close()
    await app.remove()
    await server.close()
    await card.close()
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

const untilShown = (page: Page, words: string): Promise<void> => page.getByText(words, { exact: true }).first().waitFor({ timeout: 30_000 })

/** A talk to its end; the session is connected afterwards. Gives when the key went down and when its first sound came. */
async function talkOnce({
  server,
  key,
  app,
}: Rig): Promise<{ readonly pressed: number; readonly heard: number; readonly answered: number }> {
  const first = server.firstSound()
  const answer = server.answered()
  const pressed = key.down()
  const heard = await first
  await untilShown(app.page, 'Listening')
  await pause(HOLD_MS)
  key.up()
  return { pressed, heard, answered: await answer }
}

async function pressAgain(rig: Rig, warm: boolean, count: number): Promise<Times> {
  await callMain(rig.app.page, 'settings.update', { warmMicrophone: warm })
  await untilRecorders(rig, warm ? 1 : 0)
  const milliseconds: number[] = []
  for (let press = 0; press < count; press += 1) {
    const { pressed, heard } = await talkOnce(rig)
    milliseconds.push(heard - pressed)
    await untilShown(rig.app.page, 'Mic off')
    await untilRecorders(rig, warm ? 1 : 0)
  }
  return { name: `the key goes down → first sound on the wire, ${warm ? 'warm' : 'closed'} microphone`, milliseconds }
}

async function untilRecorders({ card }: Rig, count: number): Promise<void> {
  while ((await card.recorders()) !== count) await pause(20)
}

async function cutIn(rig: Rig, clock: SoundClock, how: 'service' | 'key', heldUp: boolean, firstTimes: number[]): Promise<Times> {
  const { server, key, app } = rig
  const milliseconds: number[] = []
  for (let cut = 0; cut < CUTS; cut += 1) {
    const { answered } = await talkOnce(rig)
    firstTimes.push((await clock.change(true, answered - 2)) - answered)
    await pause(300)
    const held = heldUp ? holdUp(app.page, 1500) : Promise.resolve()
    await pause(heldUp ? 200 : 0)
    const at = how === 'key' ? key.down() : server.interrupt()
    await held
    milliseconds.push((await clock.change(false, at - 2)) - at)
    if (how === 'key') {
      await untilShown(app.page, 'Listening')
      await callMain(app.page, 'talk.cancel', null)
      key.up()
    }
    await untilShown(app.page, 'Mic off')
  }
  const asked = how === 'key' ? 'the key goes down' : 'the service hears the user cut in'
  return { name: `${asked} → the player’s last sample${heldUp ? ', page held up' : ''}`, milliseconds }
}

/** The page's thread does nothing else for so long. */
function holdUp(page: Page, milliseconds: number): Promise<void> {
  return page.evaluate((length) => {
    const until = performance.now() + length
    while (performance.now() < until);
  }, milliseconds)
}

async function measureLoads(rig: Rig): Promise<InElectron['loads']> {
  const { page, electron } = rig.app
  if (electron === null) throw new Error('Electron is measured in Electron alone: PARLEY_HOST must be electron.')
  const call = (name: string, payload: unknown = null) => callMain(page, name, payload)
  const loads: { readonly name: string; readonly load: Load }[] = []
  const measure = async (name: string) => loads.push({ name, load: await loadOf(electron, LOAD_SECONDS) })

  await untilRecorders(rig, 0)
  await pause(SETTLE_MS)
  await measure('connected, the microphone closed')
  for (let talk = 0; talk < TALKS; talk += 1) {
    await call('talk.press')
    if (talk % 10 === 0) await untilShown(page, 'Listening')
    await call('talk.cancel')
  }
  await untilRecorders(rig, 0)
  await pause(SETTLE_MS)
  await measure(`the same after ${TALKS} more talks`)
  await call('settings.update', { warmMicrophone: true })
  await untilRecorders(rig, 1)
  await measure('the microphone kept warm')
  await call('settings.update', { warmMicrophone: false })
  await call('talk.press')
  await untilShown(page, 'Listening')
  await measure('a talk by key')
  await call('talk.cancel')
  await call('talk.handsFree', { on: true })
  await page.getByText('Hands-free · just speak').waitFor({ timeout: 40_000 })
  // for some seconds the browser still compiles the model's runtime into faster code, once
  await pause(4 * SETTLE_MS)
  await measure('hands-free, nobody speaks')
  await call('talk.handsFree', { on: false })
  await untilRecorders(rig, 0)
  return loads
}
