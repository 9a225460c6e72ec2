import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PLAYBACK_RATE } from '../../../shared/audio/rates'
import type { Clock, Timer } from '../../../shared/lib/clock'
import { errorCode } from '../../lib/files'
import type { Logger } from '../../lib/log/logger'
import { ParleySpeaker, UserSpeaker } from './call-speakers'
import { CallTimeline } from './call-timeline'
import { type GrowingWav, openWav, removeWav, repairWavs, sizeOfWav } from './wav-file'

/** What the recorder needs of the world. */
export interface CallRecorderOptions {
  /** The recordings are kept in a folder of their own there, one for each conversation. */
  readonly userDataFolder: string
  readonly clock: Clock
  /** Asked for every piece of sound. */
  isOn(conversationId: string): boolean
  /** What was heard could not be written: the system's code, told once for each conversation. What is written stays. */
  onFailure(code: string): void
  /** Is told in words, without any path, what could not be written. */
  readonly log: Pick<Logger, 'error'>
}

/**
 * Writes what both sides of a conversation say and hear into a WAV file: the user left, Parley right, at the times at which it
 * was heard. Does nothing while it is off.
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
  /** Where the recording of a conversation lies, with all of it written by now; null where nothing was recorded. */
  recordingOf(conversationId: string): Promise<{ readonly path: string; readonly bytes: number } | null>
  /** What to show somebody who looks for recordings: that of this conversation, or the folder of all where it has none. */
  reveal(conversationId: string | null): Promise<string>
  /** Removes the recording of a conversation that is erased. */
  erase(conversationId: string): void
  /** Removes all recordings. */
  eraseAll(): Promise<void>
  /** Writes what is left. */
  close(): Promise<void>
}

interface Call {
  readonly timeline: CallTimeline
  readonly user: UserSpeaker
  readonly parley: ParleySpeaker
  timer: Timer | null
}

/** Sound may still be put this far before the newest; what is older is written. */
const OPEN_SECONDS = 2
/** Less than this is not worth a write. */
const WRITE_SECONDS = 0.5
/** After this much silence everything is written. */
const QUIET_MS = 3000
const LEAD_SECONDS = 1

/** Makes the recorder, and repairs what an earlier run could not finish. */
export function createCallRecorder(options: CallRecorderOptions): CallRecorder {
  const { clock } = options
  const folder = join(options.userDataFolder, 'recordings')
  const calls = new Map<string, Call>()
  const files = new Map<string, Promise<GrowingWav | null>>()
  const removals = new Set<Promise<unknown>>()
  const say = (what: string) => (error: unknown) => {
    options.log.error('recording failed', { problem: what, code: errorCode(error) })
    return null
  }
  const ready = repairWavs(folder, PLAYBACK_RATE).catch(say('recordings could not be looked through'))
  const pathOf = (conversationId: string): string => join(folder, `${encodeURIComponent(conversationId).replaceAll('.', '%2E')}.wav`)

  /** A recording that can't be written is given up: what would come after a hole in it is no recording. */
  const giveUp = (conversationId: string, what: string) => (error: unknown) => {
    say(what)(error)
    const file = files.get(conversationId)
    if (calls.delete(conversationId)) options.onFailure(errorCode(error))
    files.delete(conversationId)
    void file?.then((open) => open?.close()).catch(() => undefined)
    return null
  }

  function fileOf(conversationId: string): Promise<GrowingWav | null> {
    const known = files.get(conversationId)
    if (known !== undefined) return known
    const opened = ready
      .then(() => openWav(pathOf(conversationId), PLAYBACK_RATE))
      .catch(giveUp(conversationId, 'a recording could not be opened'))
    files.set(conversationId, opened)
    return opened
  }

  function callOf(conversationId: string): Call {
    const known = calls.get(conversationId)
    if (known !== undefined) return known
    void fileOf(conversationId)
    const timeline = new CallTimeline(PLAYBACK_RATE, LEAD_SECONDS)
    const made: Call = { timeline, user: new UserSpeaker(timeline), parley: new ParleySpeaker(timeline), timer: null }
    calls.set(conversationId, made)
    return made
  }

  async function write(conversationId: string, samples: Int16Array): Promise<void> {
    if (samples.length === 0) return
    const file = await fileOf(conversationId)
    await file?.append(samples).catch(giveUp(conversationId, 'a recording could not be written'))
  }

  function moved(conversationId: string, call: Call): void {
    void write(conversationId, call.timeline.take(OPEN_SECONDS, WRITE_SECONDS))
    call.timer?.cancel()
    call.timer = clock.after(QUIET_MS, () => void finish(conversationId, call))
  }

  function finish(conversationId: string, call: Call): Promise<void> {
    call.user.settle()
    return write(conversationId, call.timeline.take(0, 0))
  }

  function erase(conversationId: string): void {
    calls.get(conversationId)?.timer?.cancel()
    calls.delete(conversationId)
    const open = files.get(conversationId) ?? Promise.resolve(null)
    files.delete(conversationId)
    const removal = Promise.all([open, ready])
      .then(([file]) => file?.close())
      .then(() => removeWav(pathOf(conversationId)))
      .catch(say('a recording could not be removed'))
    removals.add(removal)
    void removal.then(() => removals.delete(removal))
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
      const path = conversationId === null ? null : pathOf(conversationId)
      if (path !== null && (await sizeOfWav(path)) > 0) return path
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return folder
    },
    async recordingOf(conversationId) {
      await Promise.all([ready, ...removals])
      const call = calls.get(conversationId)
      if (call !== undefined) await finish(conversationId, call)
      const path = pathOf(conversationId)
      const bytes = await sizeOfWav(path)
      return bytes === 0 ? null : { path, bytes }
    },
    erase,
    async eraseAll() {
      for (const conversationId of new Set([...calls.keys(), ...files.keys()])) erase(conversationId)
      await Promise.all([ready, ...removals])
      await rm(folder, { recursive: true, force: true })
    },
    async close() {
      for (const [conversationId, call] of calls) {
        call.timer?.cancel()
        await finish(conversationId, call)
      }
      calls.clear()
      for (const opened of files.values()) await (await opened)?.close().catch(say('a recording could not be closed'))
      files.clear()
      await Promise.all(removals)
    },
  }
}
