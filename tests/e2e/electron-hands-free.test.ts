import { join } from 'node:path'
import { expect, it } from 'vitest'
import { callMain } from '../support/call-main'
import { resample } from '../support/correlation'
import { endAudioService } from '../support/end-audio-service'
import { startHearingServer } from '../support/hearing-server'
import { heardLevels, loudnessCurve } from '../support/loudness'
import { soundStage, untouched } from '../support/sound-stage'
import { writeTrack } from '../support/sound-track'
import { type Speech, speak } from '../support/speech'
import { tempFolder } from '../support/temp-folder'
import { openVirtualSoundCard } from '../support/virtual-sound-card'

const RATE = 16_000
const ANSWER_RATE = 24_000
/** dB of a sine of this amplitude: −13.5 */
const TONE_AMPLITUDE = 0.3
const processed = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }

const stage = soundStage()

/** A steady sound as an answer: every change of its level comes from the player. */
function tone(seconds: number): Int16Array {
  return Int16Array.from({ length: seconds * ANSWER_RATE }, (_, index) =>
    Math.round(TONE_AMPLITUDE * 32_767 * Math.sin((2 * Math.PI * 440 * index) / ANSWER_RATE)),
  )
}

/** An answer spoken by this voice. */
function spokenAnswer(words: string): Int16Array {
  const { samples, sampleRate } = speak(words, join(tempFolder(), 'answer.wav'))
  return Int16Array.from(resample(Float64Array.from(samples), sampleRate, ANSWER_RATE), Math.round)
}

/** A throat sound, 150 ms long: a plosive and what follows it, cut off. */
function cough(): string {
  const { samples, sampleRate } = speak('k', join(tempFolder(), 'k.wav'))
  const from = samples.findIndex((sample) => Math.abs(sample) > 300)
  const length = Math.round(sampleRate * 0.15)
  const fade = sampleRate / 100
  const cut = samples.slice(from, from + length).map((sample, index) => sample * Math.min(1, (length - index) / fade))
  const file = join(tempFolder(), 'cough.wav')
  writeTrack(file, [300, cut, 300])
  return file
}

/** How much of a sound, in seconds, is within 25 dB of its loudest 20 ms: speech without its pauses. */
function spoken(samples: Int16Array, sampleRate: number): number {
  const curve = loudnessCurve(samples, sampleRate)
  const loudest = Math.max(...curve)
  return curve.filter((decibels) => decibels > loudest - 25).length / 50
}

const patiently = { timeout: 40_000, interval: 100 }

it('hands-free in real Electron: a voice makes turns, a cough only lowers the answer, a voice ends it, Parley never interrupts itself', async () => {
  const sound = stage.keep(await openVirtualSoundCard())
  const question = speak('What is the weather like?', join(tempFolder(), 'question.wav'))
  const interruption = speak('Stop it, please, and open the calendar.', join(tempFolder(), 'interruption.wav'))
  const sentence = spokenAnswer('Paper is made of wood, which is cut into small pieces, cooked, and washed.')
  const story = Int16Array.from({ length: 3 * sentence.length }, (_, index) => sentence[index % sentence.length] ?? 0)
  const short = new Int16Array(2400)
  let next: Int16Array = short
  const hearing = stage.keep(await startHearingServer(() => next))
  const app = await stage.start(sound, hearing, untouched)
  const { page } = app
  const waiting = () => page.getByText('Hands-free · just speak').waitFor({ timeout: 40_000 })
  const speaking = () => page.getByText('Speaking', { exact: true }).first().waitFor({ timeout: 60_000 })

  /** Speaks, and is answered with this; resolves when the server has received the end of speech. */
  async function say(said: Speech, answer: Int16Array): Promise<void> {
    const before = hearing.turns.length
    next = answer
    await sound.speak(said.file)
    await expect.poll(() => hearing.turns.length > before && hearing.turns.every((turn) => turn.ended()), patiently).toBe(true)
    // a card on a busy computer loses pieces of a sound; other tests show that Parley itself loses none
    const heard = hearing.turns.slice(before).reduce((sum, turn) => sum + spoken(turn.samples(), RATE), 0)
    expect(heard).toBeGreaterThan(0.3 * spoken(said.samples, said.sampleRate))
    expect(heard).toBeLessThan(1.2 * spoken(said.samples, said.sampleRate))
  }

  await page.getByRole('button', { name: 'Hands-free: keep listening' }).click()
  await waiting()

  // a turn begins and ends with the voice only
  const loudspeaker = await sound.record('speaker')
  await say(question, tone(40))

  // a cough lowers the answer for a moment, and a voice ends it
  const full = 20 * Math.log10(TONE_AMPLITUDE / Math.SQRT2)
  const levels = () => {
    const all = heardLevels(loudnessCurve(loudspeaker.samples(), loudspeaker.sampleRate), full)
    return all.slice(all.indexOf('full'))
  }
  await expect.poll(levels, patiently).toEqual(['full'])
  const turnsBefore = hearing.turns.length
  // on a busy computer one may be lost on its way
  for (const file = cough(); levels().length === 1; ) await sound.speak(file)
  await expect.poll(levels, patiently).toEqual(['full', 'low', 'full'])
  expect(hearing.turns).toHaveLength(turnsBefore)
  const interruptions = hearing.interruptions()
  await say(interruption, tone(40))
  await expect.poll(levels, patiently).toEqual(['full', 'low', 'full', 'low', 'silent', 'full'])
  expect(hearing.interruptions()).toBe(interruptions + 1)
  await loudspeaker.stop()

  // the sound system crashes during an answer: the answer continues, and the voice is detected again without a user
  // gesture
  await endAudioService(app.electron)
  const after = await sound.record('speaker')
  await expect.poll(() => heardLevels(loudnessCurve(after.samples(), after.sampleRate), full).includes('full'), patiently).toBe(true)
  await after.stop()
  await expect.poll(() => sound.recorders(), patiently).toBe(1)
  await say(interruption, short)
  expect(hearing.interruptions()).toBe(interruptions + 2)
  await waiting()

  // from here on the microphone hears the loudspeaker; the echo is cancelled, and a voice over it is detected
  await callMain(page, 'settings.update', processed)
  await sound.echo({ decibels: -9, delayMs: 60 })
  await say(question, story)
  await speaking()
  const room = await sound.record('microphone')
  const [turnsSaid, interruptionsSaid] = [hearing.turns.length, hearing.interruptions()]
  const loudSeconds = () => loudnessCurve(room.samples(), room.sampleRate).filter((decibels) => decibels > -30).length / 50
  await expect.poll(loudSeconds, patiently).toBeGreaterThan(3)
  expect([hearing.turns.length, hearing.interruptions()]).toEqual([turnsSaid, interruptionsSaid])
  await room.stop()
  await say(interruption, short)
  expect(hearing.interruptions()).toBeGreaterThan(interruptionsSaid)
  await waiting()

  // without echo cancellation Parley does not listen while it speaks, however loud the echo
  await callMain(page, 'settings.update', { ...untouched, voiceInterrupts: false })
  await say(question, sentence)
  await speaking()
  const turnsAsked = hearing.turns.length
  await sound.speak(interruption.file)
  await waiting()
  expect(hearing.turns).toHaveLength(turnsAsked)
  expect(hearing.strayBytes()).toBe(0)
})
