import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PLAYBACK_RATE } from '../../../shared/audio/rates'
import type { Clock, Timer } from '../../../shared/lib/clock'
import { errorCode } from '../../lib/files'
import type { Logger } from '../../lib/log/logger'
import { ParleySpeaker, UserSpeaker } from './call-speakers'
import { CallTimeline } from './call-timeline'
import { type GrowingWav, openWav, removeWav, repairWavs, sizeOfWav } from './wav-file'

/** Dependencies of the recorder. */
export interface CallRecorderOptions {
  /** The recordings are in a folder of their own in there, one for each conversation. */
  readonly userDataFolder: string
  readonly clock: Clock
  /** Called for every piece of sound. */
  isOn(conversationId: string): boolean
  /** A recording could not be written: the system's code, reported once per conversation. What was written stays. */
  onFailure(code: string): void
  /** Receives write errors as text, without paths. */
  readonly log: Pick<Logger, 'error'>
}

/**
 * Records both speakers of a conversation in a WAV file: the user left, Parley right, at the times when they were heard. Does nothing
 * while it is off.
 */
export interface CallRecorder {
  userSound(conversationId: string, talkId: string, pcm: Uint8Array): void
  parleySound(sound: {
    readonly conversationId: string
    readonly turnId: string
    readonly sampleRate: number
    readonly startSample: number
    readonly pcm: Uint8Array
  }): void
  heard(conversationId: string, turnId: string, samples: number, done: boolean): void
  /** The path of a conversation's recording, after flushing it; null if nothing was recorded. */
  recordingOf(conversationId: string): Promise<{ readonly path: string; readonly bytes: number } | null>
  /** The path to show when the user looks for recordings: that of this conversation, or the folder if it has none. */
  reveal(conversationId: string | null): Promise<string>
  /** Removes the recording of an erased conversation. */
  erase(conversationId: string): void
  /** Removes all recordings. */
  eraseAll(): Promise<void>
  /** Writes the rest. */
  close(): Promise<void>
}

interface Call {
  readonly timeline: CallTimeline
  readonly user: UserSpeaker
  readonly parley: ParleySpeaker
  timer: Timer | null
}

/** Sound may still be placed this far before the newest; older sound is written. */
const OPEN_SECONDS = 2
/** Smaller amounts are not worth a write. */
const WRITE_SECONDS = 0.5
/** After this much silence everything is written. */
const QUIET_MS = 3000
const LEAD_SECONDS = 1

/** The files of the recordings. */
interface RecordingFiles {
  readonly folder: string
  pathOf(conversationId: string): string
  open(conversationId: string): Promise<GrowingWav | null>
  write(conversationId: string, samples: Int16Array): Promise<void>
  conversations(): Iterable<string>
  remove(conversationId: string): void
  /** Resolves when earlier recordings are repaired and removed ones are gone. */
  settled(): Promise<void>
  /** Closes all files, and waits for removals. */
  close(): Promise<void>
}

/** Repairs what an earlier run could not finish. `onAbandoned`: a recording cannot be written, and gets no more sound. */
function createRecordingFiles(
  { userDataFolder, log }: CallRecorderOptions,
  onAbandoned: (conversationId: string, code: string) => void,
): RecordingFiles {
  const folder = join(userDataFolder, 'recordings')
  const files = new Map<string, Promise<GrowingWav | null>>()
  const removals = new Set<Promise<unknown>>()
  const say = (what: string) => (error: unknown) => {
    log.error('recording failed', { problem: what, code: errorCode(error) })
    return null
  }
  const ready = repairWavs(folder, PLAYBACK_RATE).catch(say('recordings could not be looked through'))
  const pathOf = (conversationId: string): string => join(folder, `${encodeURIComponent(conversationId).replaceAll('.', '%2E')}.wav`)

  /** A recording that cannot be written is abandoned, because sound after a gap would be wrong. */
  const giveUp = (conversationId: string, what: string) => (error: unknown) => {
    say(what)(error)
    const file = files.get(conversationId)
    onAbandoned(conversationId, errorCode(error))
    files.delete(conversationId)
    void file?.then((open) => open?.close()).catch(() => undefined)
    return null
  }

  function open(conversationId: string): Promise<GrowingWav | null> {
    const known = files.get(conversationId)
    if (known !== undefined) return known
    const opened = ready
      .then(() => openWav(pathOf(conversationId), PLAYBACK_RATE))
      .catch(giveUp(conversationId, 'a recording could not be opened'))
    files.set(conversationId, opened)
    return opened
  }

  return {
    folder,
    pathOf,
    open,
    async write(conversationId, samples) {
      if (samples.length === 0) return
      const file = await open(conversationId)
      await file?.append(samples).catch(giveUp(conversationId, 'a recording could not be written'))
    },
    conversations: () => files.keys(),
    remove(conversationId) {
      const opened = files.get(conversationId) ?? Promise.resolve(null)
      files.delete(conversationId)
      const removal = Promise.all([opened, ready])
        .then(([file]) => file?.close())
        .then(() => removeWav(pathOf(conversationId)))
        .catch(say('a recording could not be removed'))
      removals.add(removal)
      void removal.then(() => removals.delete(removal))
    },
    async settled() {
      await Promise.all([ready, ...removals])
    },
    async close() {
      for (const opened of files.values()) await (await opened)?.close().catch(say('a recording could not be closed'))
      files.clear()
      await Promise.all(removals)
    },
  }
}

/** Creates the recorder, and repairs what an earlier run could not finish. */
export function createCallRecorder(options: CallRecorderOptions): CallRecorder {
  const { clock } = options
  const calls = new Map<string, Call>()
  const files = createRecordingFiles(options, (conversationId, code) => {
    if (calls.delete(conversationId)) options.onFailure(code)
  })

  function callOf(conversationId: string): Call {
    const known = calls.get(conversationId)
    if (known !== undefined) return known
    void files.open(conversationId)
    const timeline = new CallTimeline(PLAYBACK_RATE, LEAD_SECONDS)
    const created: Call = { timeline, user: new UserSpeaker(timeline), parley: new ParleySpeaker(timeline), timer: null }
    calls.set(conversationId, created)
    return created
  }

  function moved(conversationId: string, call: Call): void {
    void files.write(conversationId, call.timeline.take(OPEN_SECONDS, WRITE_SECONDS))
    call.timer?.cancel()
    call.timer = clock.after(QUIET_MS, () => void finish(conversationId, call))
  }

  function finish(conversationId: string, call: Call): Promise<void> {
    call.user.settle()
    return files.write(conversationId, call.timeline.take(0, 0))
  }

  function erase(conversationId: string): void {
    calls.get(conversationId)?.timer?.cancel()
    calls.delete(conversationId)
    files.remove(conversationId)
  }

  return {
    userSound(conversationId, talkId, pcm) {
      if (!options.isOn(conversationId)) return
      const call = callOf(conversationId)
      call.user.add(talkId, pcm, clock.now())
      moved(conversationId, call)
    },
    parleySound({ conversationId, turnId, sampleRate, startSample, pcm }) {
      if (options.isOn(conversationId)) callOf(conversationId).parley.add(turnId, sampleRate, startSample, pcm)
    },
    heard(conversationId, turnId, samples, done) {
      const call = calls.get(conversationId)
      if (call === undefined) return
      call.parley.heard(turnId, samples, done, clock.now())
      moved(conversationId, call)
    },
    async reveal(conversationId) {
      const path = conversationId === null ? null : files.pathOf(conversationId)
      if (path !== null && (await sizeOfWav(path)) > 0) return path
      await mkdir(files.folder, { recursive: true, mode: 0o700 })
      return files.folder
    },
    async recordingOf(conversationId) {
      await files.settled()
      const call = calls.get(conversationId)
      if (call !== undefined) await finish(conversationId, call)
      const path = files.pathOf(conversationId)
      const bytes = await sizeOfWav(path)
      return bytes === 0 ? null : { path, bytes }
    },
    erase,
    async eraseAll() {
      for (const conversationId of new Set([...calls.keys(), ...files.conversations()])) erase(conversationId)
      await files.settled()
      await rm(files.folder, { recursive: true, force: true })
    },
    async close() {
      for (const [conversationId, call] of calls) {
        call.timer?.cancel()
        await finish(conversationId, call)
      }
      calls.clear()
      await files.close()
    },
  }
}
