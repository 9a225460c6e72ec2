import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createCallRecorder } from '../../../src/main/diagnostics/recording/call-recorder'
import { samplesToBytes } from '../../../src/shared/audio/pcm'
import { readWav, writeWav } from '../../../src/shared/audio/wav'
import { createFakeClock, type FakeClock } from '../../support/fake-clock'
import { tempFolder } from '../../support/temp-folder'
import { numbered } from '../audio/sound'

const RATE = 24_000

function bench(userDataFolder = tempFolder(), isOn = () => true) {
  const clock = createFakeClock()
  const logged: string[] = []
  const failures: string[] = []
  const recorder = createCallRecorder({
    userDataFolder,
    clock,
    isOn: () => isOn() && failures.length === 0,
    onFailure: (code) => void failures.push(code),
    log: { error: (event, facts) => void logged.push(`${event} ${JSON.stringify(facts)}`) },
  })
  const path = join(userDataFolder, 'recordings', 'conversation-1.wav')
  return { clock, recorder, logged, failures, path, userDataFolder }
}

/** Left and right channel of a recording. */
function sides(path: string): { readonly user: Int16Array; readonly parley: Int16Array } {
  const wav = readWav(new Uint8Array(readFileSync(path)))
  if (!wav.ok) throw new Error(wav.error.message)
  expect(wav.value).toMatchObject({ sampleRate: RATE, channels: 2 })
  expect(statSync(path).size).toBe(44 + wav.value.samples.length * 2)
  return {
    user: wav.value.samples.filter((_, index) => index % 2 === 0),
    parley: wav.value.samples.filter((_, index) => index % 2 === 1),
  }
}

const loud = (length: number) => samplesToBytes(new Int16Array(length).fill(9000))

/** Half a second of pre-roll in one burst, then frames in real time. */
function talk(recorder: ReturnType<typeof createCallRecorder>, clock: FakeClock, talkId: string, frames: number): void {
  for (let frame = 0; frame < 25; frame += 1) recorder.userSound('conversation-1', talkId, loud(320))
  for (let frame = 0; frame < frames; frame += 1) {
    clock.advance(20)
    recorder.userSound('conversation-1', talkId, loud(320))
  }
}

/** An answer that plays from now on, reported every 40 ms. */
function answer(recorder: ReturnType<typeof createCallRecorder>, clock: FakeClock, turnId: string, samples: Int16Array): void {
  const facts = { conversationId: 'conversation-1', turnId, sampleRate: RATE }
  for (let start = 0; start < samples.length; start += 5760) {
    recorder.parleySound({ ...facts, startSample: start, pcm: samplesToBytes(samples.slice(start, start + 5760)) })
  }
  for (let heard = 0; heard < samples.length; ) {
    clock.advance(40)
    heard = Math.min(samples.length, heard + 960)
    recorder.heard('conversation-1', turnId, heard, heard === samples.length)
  }
}

const firstLoud = (samples: Int16Array): number => samples.findIndex((sample) => Math.abs(sample) > 4500)
const lastLoud = (samples: Int16Array): number => samples.findLastIndex((sample) => Math.abs(sample) > 4500)

describe('a recorded conversation', () => {
  it('has the user left and Parley right, each at the time at which it was audible', async () => {
    const { clock, recorder, path } = bench()
    talk(recorder, clock, 'talk-1', 50)
    clock.advance(500)
    answer(recorder, clock, 'turn-1', numbered(RATE))
    await recorder.close()
    const { user, parley } = sides(path)
    // 500 ms of pre-roll and one second are spoken, then half a second passes
    expect(Math.abs(lastLoud(user) - firstLoud(user) - 1.5 * RATE)).toBeLessThan(RATE / 200)
    expect(Math.abs(parley.indexOf(1) - firstLoud(user) - 2 * RATE)).toBeLessThan(RATE / 200)
    const from = parley.indexOf(1)
    expect([...parley.slice(from, from + RATE)]).toEqual([...numbered(RATE)])
  })

  it('contains the played part of an interrupted answer, and no more', async () => {
    const { clock, recorder, path } = bench()
    const facts = { conversationId: 'conversation-1', turnId: 'turn-1', sampleRate: RATE, startSample: 0 }
    recorder.parleySound({ ...facts, pcm: samplesToBytes(numbered(RATE)) })
    clock.advance(40)
    recorder.heard('conversation-1', 'turn-1', 960, false)
    clock.advance(40)
    recorder.heard('conversation-1', 'turn-1', 1500, true)
    await recorder.close()
    const { parley } = sides(path)
    expect([...parley.filter((sample) => sample !== 0)]).toEqual([...numbered(1500)])
  })

  it('keeps a pause of up to ten seconds and shortens a longer one to that', async () => {
    const { clock, recorder, path } = bench()
    talk(recorder, clock, 'talk-1', 50)
    clock.advance(3_600_000)
    answer(recorder, clock, 'turn-1', numbered(RATE))
    await recorder.close()
    const { user, parley } = sides(path)
    expect(Math.abs(parley.indexOf(1) - lastLoud(user) - 10 * RATE)).toBeLessThan(RATE / 100)
  })

  it('is a complete WAV file at every moment, even if it is never ended', async () => {
    const { clock, recorder, path } = bench()
    talk(recorder, clock, 'talk-1', 300)
    await vi.waitFor(() => expect(existsSync(path) && sides(path).user.length).toBeGreaterThan(4 * RATE), { timeout: 20_000 })
    // three quiet seconds later the last word is on the disk, too
    clock.advance(3000)
    await vi.waitFor(() => expect(lastLoud(sides(path).user) - firstLoud(sides(path).user)).toBeGreaterThan(6.4 * RATE), {
      timeout: 20_000,
    })
    await recorder.close()
  })

  it('that was cut off in the middle of a write is repaired at the next start, and continues after its content', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'recordings'))
    const kept = writeWav({ sampleRate: RATE, channels: 2, samples: new Int16Array(2 * RATE).fill(77) })
    const path = join(folder, 'recordings', 'conversation-1.wav')
    writeFileSync(path, Buffer.concat([kept.fill(0, 40, 44), Buffer.from([1, 2, 3])]))
    const { clock, recorder } = bench(folder)
    await vi.waitFor(() => expect(sides(path).user.length).toBe(RATE), { timeout: 20_000 })
    talk(recorder, clock, 'talk-1', 50)
    await recorder.close()
    const { user } = sides(path)
    expect(user.subarray(0, RATE).every((sample) => sample === 77)).toBe(true)
    expect(firstLoud(user)).toBeGreaterThanOrEqual(RATE)
  })
})

describe('unrecorded conversations', () => {
  it('leaves no file while recording is off', async () => {
    const { clock, recorder, userDataFolder } = bench(tempFolder(), () => false)
    talk(recorder, clock, 'talk-1', 50)
    answer(recorder, clock, 'turn-1', numbered(RATE))
    await recorder.close()
    expect(readdirSync(userDataFolder)).toEqual([])
  })

  it('are erased with their conversation', async () => {
    const { clock, recorder, path } = bench()
    talk(recorder, clock, 'talk-1', 300)
    await vi.waitFor(() => expect(existsSync(path)).toBe(true), { timeout: 20_000 })
    recorder.erase('conversation-1')
    await recorder.close()
    expect(existsSync(path)).toBe(false)
  })
})

it('that can’t be written are reported once, with the system’s code, without another attempt while recording is off', async () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'recordings'), 'a file in the way')
  const { clock, recorder, failures } = bench(folder)
  talk(recorder, clock, 'talk-1', 300)
  await vi.waitFor(() => expect(failures).toEqual(['EEXIST']), { timeout: 20_000 })
  talk(recorder, clock, 'talk-2', 300)
  await recorder.close()
  expect(failures).toEqual(['EEXIST'])
})

it('show their file, or the folder without one', async () => {
  const { clock, recorder, path, userDataFolder } = bench()
  expect(await recorder.reveal('conversation-1')).toBe(join(userDataFolder, 'recordings'))
  expect(existsSync(join(userDataFolder, 'recordings'))).toBe(true)
  talk(recorder, clock, 'talk-1', 300)
  await vi.waitFor(() => expect(existsSync(path)).toBe(true), { timeout: 20_000 })
  await vi.waitFor(async () => expect(await recorder.reveal('conversation-1')).toBe(path), { timeout: 20_000 })
  expect(await recorder.reveal(null)).toBe(join(userDataFolder, 'recordings'))
  await recorder.close()
})

it('an unwritable folder is reported without its path, and the conversation continues', async () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'recordings'), 'a file in the way')
  const { clock, recorder, logged } = bench(folder)
  talk(recorder, clock, 'talk-1', 300)
  await recorder.close()
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join()).not.toContain(folder)
})

it('a name that is no file name keeps its recording in the folder', async () => {
  const { clock, recorder, userDataFolder } = bench()
  recorder.userSound('../../outside', 'talk-1', loud(320))
  clock.advance(4000)
  await recorder.close()
  expect(readdirSync(userDataFolder)).toEqual(['recordings'])
  expect(readdirSync(join(userDataFolder, 'recordings'))).toHaveLength(1)
})
