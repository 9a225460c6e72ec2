import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { matchWindows, resample } from '../../support/correlation'
import { speak } from '../../support/speech'
import { tempFolder } from '../../support/temp-folder'
import { openVirtualSoundCard, type SoundCardKind, type VirtualSoundCard } from '../../support/virtual-sound-card'

async function card(kind: SoundCardKind): Promise<VirtualSoundCard> {
  const opened = await openVirtualSoundCard(kind)
  onTestFinished(() => opened.close())
  return opened
}

/** Sounds are compared at this rate: speech has nothing above it. */
const RATE = 16_000

const lower = (samples: Int16Array, from: number): Float64Array => resample(Float64Array.from(samples), from, RATE)

it.each(['desktop', 'headset'] as const)('speech in the room of a %s is what its microphone records', async (kind) => {
  const sound = await card(kind)
  // a device that begins to play may drop its first milliseconds
  const speech = speak('Nobody hears what is said here.', join(tempFolder(), 'speech.wav'), { pauseMs: 300 })
  const recording = await sound.record('microphone')
  await sound.speak(speech.file)
  const heard = lower(await recording.stop(), sound.sampleRate)
  const said = lower(speech.samples, speech.sampleRate)
  const windows = matchWindows(said, heard, RATE)
  expect(windows.length).toBeGreaterThan(3)
  // a computer that is busy serves the card late and pauses the sound; another rate or another device would leave nothing of it
  expect(windows.filter(({ correlation }) => correlation > 0.9).length).toBeGreaterThanOrEqual(windows.length / 2)
})

it('a muted microphone is silent, though the room is loud', async () => {
  const sound = await card('desktop')
  const speech = speak('Nobody hears this.', join(tempFolder(), 'speech.wav'))
  await sound.muteMicrophone(true)
  const recording = await sound.record('microphone')
  await sound.speak(speech.file)
  const heard = await recording.stop()
  expect(heard.length).toBeGreaterThan((speech.durationMs / 1000) * sound.sampleRate * 0.9)
  expect(heard.every((sample) => sample === 0)).toBe(true)
})

it('with an echo the microphone records the loudspeaker, softer and later, until it is ended', async () => {
  const sound = await card('desktop')
  const speech = speak('This comes back into the microphone.', join(tempFolder(), 'speech.wav'))
  const endEcho = await sound.echo({ decibels: -12, delayMs: 100 })
  const [played, heard] = [await sound.record('speaker'), await sound.record('microphone')]
  await sound.playFile(speech.file)
  await endEcho()
  const [out, back] = [lower(await played.stop(), sound.sampleRate), lower(await heard.stop(), sound.sampleRate)]
  const windows = matchWindows(out, back, RATE)
  expect(windows.length).toBeGreaterThan(3)
  expect(windows.filter(({ correlation }) => correlation > 0.95).length).toBeGreaterThan(windows.length * 0.8)
  expect(20 * Math.log10(rms(back) / rms(out))).toBeGreaterThan(-16)
  expect(20 * Math.log10(rms(back) / rms(out))).toBeLessThan(-8)
})

function rms(samples: Float64Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}
