import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { expect, it } from 'vitest'
import { callMain } from '../support/call-main'
import { endAudioService } from '../support/end-audio-service'
import { startHearingServer } from '../support/hearing-server'
import { loudnessCurve } from '../support/loudness'
import { soundStage, untouched } from '../support/sound-stage'
import { type Speech, speak } from '../support/speech'
import { tempFolder } from '../support/temp-folder'
import { openVirtualSoundCard, type VirtualSoundCard } from '../support/virtual-sound-card'

const RATE = 16_000
const patiently = { timeout: 60_000, interval: 50 }
const stage = soundStage()

/** Plugs in a second microphone, with a silent room of its own; returns the function that unplugs it. */
async function plugHeadset(sound: VirtualSoundCard): Promise<() => Promise<unknown>> {
  const load = async (...args: readonly string[]) => (await sound.control('load-module', ...args)).trim()
  const booth = await load('module-null-sink', 'sink_name=booth', 'rate=48000', 'channels=1')
  const headset = await load(
    'module-remap-source',
    'source_name=headset',
    'master=booth.monitor',
    'source_properties=device.description=Headset',
  )
  return async () => {
    await sound.control('unload-module', headset)
    await sound.control('unload-module', booth)
  }
}

/** The page's id of the microphone with this name; asked for until it exists. */
async function microphoneId(page: Page, name: string): Promise<string> {
  const find = () =>
    page.evaluate(async (label) => {
      const devices = await navigator.mediaDevices.enumerateDevices()
      return devices.find((device) => device.kind === 'audioinput' && device.label === label)?.deviceId ?? ''
    }, name)
  await expect.poll(find, patiently).not.toBe('')
  return find()
}

/** Runs in the page: the next openings of the microphone fail as if another program used it. */
function holdMicrophone(times: number): void {
  const devices = navigator.mediaDevices
  const open = devices.getUserMedia.bind(devices)
  let left = times
  devices.getUserMedia = (constraints) => {
    left -= 1
    if (left >= 0) return Promise.reject(new DOMException('Could not start audio source', 'NotReadableError'))
    return open(constraints)
  }
}

/** Sets whether the system gives the app the microphone from now on: every opening asks. */
async function permit(electron: ElectronApplication | null, allowed: boolean): Promise<void> {
  await electron?.evaluate(
    ({ session }, answer) => session.defaultSession.setPermissionRequestHandler((_contents, _permission, give) => give(answer)),
    allowed,
  )
}

/** Seconds of a turn that are as loud as a voice. */
function spokenSeconds(samples: Int16Array): number {
  return loudnessCurve(samples, RATE).filter((decibels) => decibels > -40).length / 50
}

it('a microphone in real Electron that is unplugged, used by another program or forbidden: the talk or the next one continues, and the window says what happens', async () => {
  const sound = stage.keep(await openVirtualSoundCard())
  const hearing = stage.keep(await startHearingServer())
  let unplug = await plugHeadset(sound)
  const app = await stage.start(sound, hearing, untouched)
  const { page } = app
  const says = (words: string) => page.getByText(words).first().waitFor({ timeout: 60_000 })
  const call = (name: string, payload: unknown = null) => callMain(page, name, payload)
  const words: Speech = speak('What is the weather like in Kyoto?', join(tempFolder(), 'words.wav'))
  const wanted = 0.5 * spokenSeconds(words.samples)

  async function listen(): Promise<void> {
    await call('talk.press')
    await page.getByText('Listening', { exact: true }).first().waitFor({ timeout: 60_000 })
  }
  /** New speech arrives in the current talk, which is then ended. */
  async function sayAndEnd(): Promise<void> {
    await sound.speak(words.file)
    await expect.poll(() => spokenSeconds(hearing.turns.at(-1)?.samples() ?? new Int16Array()), patiently).toBeGreaterThan(wanted)
    await call('talk.release')
    await expect.poll(() => hearing.turns.at(-1)?.ended(), patiently).toBe(true)
    await page.getByText('Mic off', { exact: true }).first().waitFor({ timeout: 60_000 })
  }

  // the chosen one is unplugged in the middle of a talk: the talk continues with the other one
  await listen()
  await sayAndEnd()
  await call('settings.update', { microphoneId: await microphoneId(page, 'Headset') })
  await listen()
  const turns = hearing.turns.length
  await unplug()
  await sayAndEnd()
  expect(hearing.turns).toHaveLength(turns)
  // the next talk reports it, and uses the default
  await listen()
  await says('The chosen microphone is not connected')
  await sayAndEnd()
  // plugged in again, it is the chosen one as before
  unplug = await plugHeadset(sound)
  await microphoneId(page, 'Headset')
  await listen()
  const label = async () => (await sound.control('list', 'source-outputs')).match(/Source: (\d+)/g)
  const headset = (await sound.control('list', 'short', 'sources')).split('\n').find((line) => line.includes('\theadset\t'))
  await expect.poll(label, patiently).toContain(`Source: ${headset?.split('\t')[0]}`)
  await call('talk.cancel')
  await call('settings.update', { microphoneId: '' })

  // another program uses it for a moment, then permanently
  await page.evaluate(holdMicrophone, 2)
  await listen()
  await sayAndEnd()
  await page.evaluate(holdMicrophone, 3)
  await call('talk.press')
  await says('The microphone is in use elsewhere')
  await page.getByText('Mic off', { exact: true }).first().waitFor({ timeout: 60_000 })

  // the permission is revoked in the middle of a talk, which ends its sound; then granted again
  await listen()
  await permit(app.electron, false)
  await endAudioService(app.electron)
  await says('Parley isn’t allowed to use the microphone')
  await expect.poll(() => sound.recorders(), patiently).toBe(0)
  expect(hearing.turns.at(-1)?.ended()).toBe(true)
  await permit(app.electron, true)
  await listen()
  await sayAndEnd()
  await says('Connected')
})
