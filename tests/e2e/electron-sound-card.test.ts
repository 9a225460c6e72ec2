import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { bytesToSamples } from '../../src/shared/audio/pcm'
import { matchWindows, resample } from '../support/correlation'
import { missingWindows } from '../support/device-jumps'
import { bundledFixture, recordedTurns } from '../support/fixture-facts'
import { soundStage, untouched } from '../support/sound-stage'
import { speak } from '../support/speech'
import { tempFolder } from '../support/temp-folder'
import { openVirtualSoundCard } from '../support/virtual-sound-card'

const RATE = 16_000

const stage = soundStage()

/**
 * Expects all of it, in one piece. A computer too busy to serve the card in time may lose one period, which is a jump between
 * two windows with everything before and after it in place.
 */
function expectUnbroken(what: string, reference: Int16Array, from: number, heard: Int16Array, heardFrom: number, atLeast: number): void {
  const wanted = resample(Float64Array.from(reference), from, RATE)
  const found = resample(Float64Array.from(heard), heardFrom, RATE)
  const windows = matchWindows(wanted, found, RATE)
  const jumps = windows.filter(({ lag }, index) => index > 0 && Math.abs(lag - (windows[index - 1]?.lag ?? 0)) > 2)
  expect(windows.length, what).toBeGreaterThan(atLeast)
  expect(missingWindows(wanted, found, RATE, windows), what).toEqual([])
  expect(jumps.length, what).toBeLessThan(2)
}

describe.each(['desktop', 'headset'] as const)('a talk over the sound card of a %s', (kind) => {
  it('reaches Gemini as it was said, and the answer leaves the loudspeaker without a gap', async () => {
    const fixture = await bundledFixture('weather')
    const [turn] = recordedTurns(fixture)
    const audio = turn?.audio ?? new Int16Array()
    // a card that begins to play may drop its first milliseconds
    const speech = speak('What is the weather like in Kyoto?', join(tempFolder(), 'speech.wav'), { pauseMs: 300 })
    const sound = stage.keep(await openVirtualSoundCard(kind))
    const service = stage.keep(await startFixtureServer({ fixture, speed: 1 }))
    const app = await stage.start(sound, service, untouched)
    const { page } = app
    const key = await stage.key(app)

    await key.down()
    await page.getByText('Listening', { exact: true }).first().waitFor()
    await sound.speak(speech.file)
    const recording = await sound.record('speaker')
    await key.up()
    await page.getByText('Speaking', { exact: true }).first().waitFor({ timeout: 60_000 })
    await page.getByText('Mic off', { exact: true }).first().waitFor({ timeout: 60_000 })
    const played = await recording.stop()

    expectUnbroken('what Gemini received', speech.samples, speech.sampleRate, bytesToSamples(service.receivedAudio()), RATE, 4)
    expectUnbroken('what the loudspeaker played', audio, 24_000, played, sound.sampleRate, 8)
    expect(service.violations()).toEqual([])
  })
})

describe('a loudspeaker that the microphone hears', () => {
  it('is taken out of what is recorded while Parley speaks, where echo cancellation is on', async () => {
    const sound = stage.keep(await openVirtualSoundCard())
    const service = stage.keep(await startFixtureServer({ fixture: await bundledFixture('interruption'), speed: 1 }))
    await sound.echo({ decibels: -9, delayMs: 60 })
    const app = await stage.start(sound, service)
    const { page } = app
    const key = await stage.key(app)
    await key.down()
    await page.getByText('Listening', { exact: true }).first().waitFor()
    await service.waitFor(() => service.receivedAudio().byteLength / 2 > RATE)
    await key.up()
    await page.getByText('Speaking', { exact: true }).first().waitFor({ timeout: 60_000 })
    const [plain, cancelled] = await page.evaluate(measureEcho)
    expect(plain).toBeGreaterThan(-45)
    expect(cancelled).toBeLessThan(plain - 30)
  })
})

/**
 * Runs in the page: the loudness, in dB of full scale, of three seconds of the microphone without and with echo
 * cancellation.
 */
async function measureEcho(): Promise<readonly [number, number]> {
  interface SoundReader {
    read(): Promise<{ readonly value?: AudioData }>
  }
  type TrackProcessorMaker = new (settings: {
    readonly track: MediaStreamTrack | undefined
  }) => { readonly readable: { getReader(): SoundReader } }
  const makeProcessor: TrackProcessorMaker = Reflect.get(window, 'MediaStreamTrackProcessor')

  async function loudness(echoCancellation: boolean): Promise<number> {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation, noiseSuppression: false, autoGainControl: false, channelCount: 1 },
    })
    const [track] = stream.getAudioTracks()
    const reader = new makeProcessor({ track }).readable.getReader()
    let squares = 0
    let counted = 0
    // in the first second the canceller adapts to the path from the loudspeaker
    for (let seconds = 0; seconds < 4; ) {
      const { value } = await reader.read()
      if (value === undefined) break
      const block = new Float32Array(value.numberOfFrames)
      value.copyTo(block, { planeIndex: 0, format: 'f32-planar' })
      seconds += value.numberOfFrames / value.sampleRate
      value.close()
      if (seconds < 1) continue
      for (const sample of block) squares += sample * sample
      counted += block.length
    }
    track?.stop()
    return 10 * Math.log10(squares / counted + 1e-12)
  }

  return Promise.all([loudness(false), loudness(true)])
}
