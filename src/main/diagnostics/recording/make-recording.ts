import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesToSamples } from '../../../shared/audio/pcm'
import { writeWav } from '../../../shared/audio/wav'
import { createCleaner, type LeaveOut, type Removed } from '../../../shared/fixtures/cleaner'
import type { Fixture } from '../../../shared/fixtures/fixture'
import { fixtureOfEvents, titledFixture } from '../../../shared/fixtures/fixture-of-events'
import { isPictureFrame } from '../../../shared/fixtures/picture-frame'
import type { RecordedEvent } from '../../../shared/fixtures/recorded-event'
import { serializeFixture } from '../../../shared/fixtures/serialize-fixture'
import { failure, type Result, success } from '../../../shared/lib/result'
import { staleMs } from '../../../shared/sight/sight-machine'
import { nodeFiles, writeAtomically } from '../../lib/files'

/** The part to record: everything since then, or the turns of these frames (by their indices). */
interface ChosenTime {
  readonly from: number
  readonly frames?: { readonly first: number; readonly last: number } | undefined
}

/** The complete turns of the user that match, from the first one on: a recording that begins or ends inside a turn cannot be played. */
export function chosenEvents(events: readonly RecordedEvent[], { from, frames }: ChosenTime): readonly RecordedEvent[] {
  const begins = events.flatMap((event, place) =>
    event.kind === 'user' && (event.act === 'speech' || event.act === 'text') ? [place] : [],
  )
  if (frames === undefined) {
    const first = begins.find((place) => (events[place]?.at ?? 0) >= from)
    return first === undefined ? [] : [...pictureBefore(events, first), ...events.slice(first)]
  }
  const indexAt = (place: number): number => events[place]?.index ?? Number.POSITIVE_INFINITY
  const first = begins.findLast((place) => indexAt(place) <= frames.first) ?? begins[0]
  if (first === undefined) return []
  const behind = begins.find((place) => place > first && indexAt(place) > frames.last)
  return [...pictureBefore(events, first), ...events.slice(first, behind)]
}

/** The picture that was sent before the words at this place, because it shows what the user saw when they said them. */
function pictureBefore(events: readonly RecordedEvent[], place: number): readonly RecordedEvent[] {
  const words = events[place]
  const picture = events
    .slice(0, place)
    .findLast((event) => event.kind === 'frame' && event.direction === 'sent' && isPictureFrame(event.text))
  return picture === undefined || words === undefined || words.at - picture.at > staleMs ? [] : [picture]
}

/** The saved files, and what was removed from them. */
export interface Recording {
  readonly fixture: Fixture
  readonly text: string
  readonly sounds: readonly { readonly file: string; readonly bytes: Uint8Array }[]
  readonly removed: Removed
  readonly milliseconds: number
  /** of all files together */
  readonly bytes: number
}

export interface RecordingOptions {
  readonly fixtureId: string
  readonly title: string
  readonly leaveOut: LeaveOut
  /** Keys and tokens that must not be in any file. */
  readonly secrets: readonly string[]
  readonly version: string
  /** the origin of the recording, if its setup precedes it */
  readonly model?: string
}

/** The largest recording; longer ones are cut by whoever saves them. */
export const largestRecordingBytes = 200_000_000

/** Creates the files of a recording. Fails if nothing playable has happened, or if the files together would exceed `largestBytes`. */
export function makeRecording(
  events: readonly RecordedEvent[],
  options: RecordingOptions,
  largestBytes = largestRecordingBytes,
): Result<Recording> {
  const { fixtureId, leaveOut, version } = options
  const cleaner = createCleaner(leaveOut, options.secrets)
  const made = fixtureOfEvents(events, { fixtureId, cleaner, silent: leaveOut.sound })
  const said = made.steps.filter((step) => step.kind === 'expect' && step.expectation.kind !== 'setup')
  if (made.protocol === null || said.length === 0) {
    return failure('recording-empty', 'Nothing was said in this time, so there is nothing to record. Say something, then save it.')
  }
  const leftOut = Object.entries(leaveOut).flatMap(([kind, left]) =>
    (Array.isArray(left) ? left.length > 0 : left === true) ? [kind] : [],
  )
  const model = made.model || options.model || 'gemini'
  const fixture = titledFixture({ ...made, model }, { fixtureId, title: cleaner.words(options.title), parley: version, leftOut })
  const text = serializeFixture(fixture)
  const sounds = made.sounds.map(({ file, sampleRate, pcm }) => ({
    file,
    bytes: writeWav({ sampleRate, channels: 1, samples: bytesToSamples(pcm()) }),
  }))
  const bytes = sounds.reduce((sum, sound) => sum + sound.bytes.byteLength, Buffer.byteLength(text))
  if (bytes > largestBytes) {
    const [size, most] = [bytes, largestBytes].map((count) => Math.round(count / 1e6))
    return failure('recording-too-large', `This would be ${size} MB, and ${most} MB is the most. Save a shorter time.`)
  }
  const milliseconds = (events.at(-1)?.at ?? 0) - (events[0]?.at ?? 0)
  return success({ fixture, text, sounds, removed: cleaner.removed(), milliseconds, bytes })
}

/**
 * Writes the files of a recording into a folder, the sound first, so that a visible recording is complete. Rejects with the system's
 * error.
 */
export async function writeRecording(
  folder: string,
  { fixture, text, sounds }: Pick<Recording, 'fixture' | 'text' | 'sounds'>,
  fileName = `${fixture.fixtureId}.jsonl`,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const { file, bytes } of sounds) await writeFile(join(folder, file), bytes, { mode: 0o600 })
  const path = join(folder, fileName)
  await writeAtomically(nodeFiles, path, text)
  return path
}
