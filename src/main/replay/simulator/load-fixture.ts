import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { samplesToBytes } from '../../../shared/audio/pcm'
import { openWav, type WavFile } from '../../../shared/audio/wav'
import type { AudioReference, Fixture, FixtureStep } from '../../../shared/fixtures/fixture'
import { frameWithAudio, frameWithClientAudio } from '../../../shared/fixtures/frame-with-audio'
import { fixtureJob } from '../../../shared/fixtures/parse-fixture'
import type { JsonObject } from '../../../shared/lib/json'
import { once } from '../../../shared/lib/once'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { unhurried } from '../../lib/in-slices'
import { LARGEST_FILE_BYTES, refuseLargeFile } from './refuse-large-file'

/** What can't be loaded about the audio of a recording. Thrown and caught in this file only. */
class AudioProblem extends Error {}

/**
 * Reads a recording and the WAV files beside it; the audio then stands in the frames as on the wire, decoded when a frame is
 * first looked at: most recordings of a list are never played. Failures have
 * code `fixture-invalid`, `fixture-newer`, `fixture-unreadable` or `recording-file-too-large` and name the file (never its folder) and the line.
 */
export async function loadFixture(path: string): Promise<Result<Fixture>> {
  const name = basename(path)
  let text: string
  try {
    const small = await refuseLargeFile(path)
    if (!small.ok) return small
    text = await readFile(path, 'utf8')
  } catch (error) {
    return failure('fixture-unreadable', messageOf('recording-unreadable', { file: name, code: codeOf(error) }))
  }
  const parsed = await unhurried(fixtureJob(text))
  if (!parsed.ok) return failure(parsed.error.code, `${name}: ${parsed.error.message}`)
  try {
    const audio = await readAudio(dirname(path), filesOf(parsed.value.steps))
    return success({ ...parsed.value, steps: parsed.value.steps.map((step) => withAudio(step, audio)) })
  } catch (error) {
    if (error instanceof AudioProblem) return failure('fixture-invalid', `${name}: ${error.message}`)
    throw error
  }
}

function filesOf(steps: readonly FixtureStep[]): ReadonlySet<string> {
  return new Set(
    steps.flatMap((step) => {
      if (step.kind === 'branch') return step.sections.flatMap((section) => [...filesOf(section.steps)])
      const reference = referenceOf(step)
      return reference === null ? [] : [reference.file]
    }),
  )
}

/** Where the sound of a step lies, if it has any. */
function referenceOf(step: FixtureStep): AudioReference | null {
  if (step.kind === 'send' || step.kind === 'sent') return step.audio ?? null
  const sound = step.kind === 'expect' && step.expectation.kind === 'audio' ? step.expectation.sound : undefined
  return sound !== undefined && 'file' in sound ? sound : null
}

async function readAudio(folder: string, files: ReadonlySet<string>): Promise<ReadonlyMap<string, WavFile>> {
  const unreadable = (file: string) => (error: unknown) => {
    throw new AudioProblem(`its audio ${file} can't be read (${codeOf(error)}). Put the file beside the recording.`)
  }
  // all of them are looked at before the first is read: what is no file may never end, and together they are held in memory
  let bytesOfAll = 0
  for (const file of files) {
    const small = await refuseLargeFile(join(folder, file)).catch(unreadable(file))
    if (!small.ok) throw new AudioProblem(`its audio ${file} can't be used. ${small.error.message}`)
    bytesOfAll += (await stat(join(folder, file)).catch(unreadable(file))).size
    if (bytesOfAll > LARGEST_FILE_BYTES)
      throw new AudioProblem(`its audio files have more than 256 MB together. Cut the recording into pieces.`)
  }
  const entries = [...files].map(async (file): Promise<[string, WavFile]> => {
    const bytes = await readFile(join(folder, file)).catch(unreadable(file))
    const wav = openWav(bytes)
    if (!wav.ok) throw new AudioProblem(`its audio ${file} can't be used. ${wav.error.message}`)
    if (wav.value.channels !== 1) throw new AudioProblem(`its audio ${file} has ${wav.value.channels} channels. Save it as mono.`)
    return [file, wav.value]
  })
  return new Map(await Promise.all(entries))
}

function withAudio(step: FixtureStep, audio: ReadonlyMap<string, WavFile>): FixtureStep {
  if (step.kind === 'branch') {
    return {
      ...step,
      sections: step.sections.map((section) => ({ ...section, steps: section.steps.map((inner) => withAudio(inner, audio)) })),
    }
  }
  const reference = referenceOf(step)
  if (reference === null) return step
  const { data, sampleRate } = pieceOf(reference, audio)
  if (step.kind === 'expect') {
    const { expectation } = step
    return expectation.kind === 'audio' ? { ...step, expectation: withSound(expectation, data) } : step
  }
  if (step.kind === 'send') return withFrame(step, () => frameWithAudio(step.frame, data(), sampleRate))
  return step.kind === 'sent' ? withFrame(step, () => frameWithClientAudio(step.frame, data())) : step
}

function withFrame<Kind>({ kind, afterMs }: { readonly kind: Kind; readonly afterMs: number }, make: () => JsonObject) {
  const frame = once(make)
  return {
    kind,
    afterMs,
    get frame() {
      return frame()
    },
  }
}

function withSound<Expected extends object>(expectation: Expected, data: () => string) {
  const sound = {
    get data() {
      return data()
    },
  }
  return { ...expectation, sound }
}

/** A piece of a file: `data` is the base64 of its s16le samples. */
function pieceOf(reference: AudioReference, audio: ReadonlyMap<string, WavFile>) {
  const wav = audio.get(reference.file)
  const available = wav === undefined ? 0 : wav.length
  const end = reference.from + reference.samples
  if (wav === undefined || end > available) {
    throw new AudioProblem(
      `it plays samples ${reference.from} to ${end} of ${reference.file}, which has only ${available}. Put the right audio beside it.`,
    )
  }
  const { samples, sampleRate } = wav
  return { sampleRate, data: once(() => Buffer.from(samplesToBytes(samples().subarray(reference.from, end))).toString('base64')) }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
