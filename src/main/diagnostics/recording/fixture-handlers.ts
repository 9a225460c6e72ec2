import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readWav, type WavSound } from '../../../shared/audio/wav'
import type { LeaveOut } from '../../../shared/fixtures/cleaner'
import { selfContained } from '../../../shared/fixtures/self-contained'
import { serializeFixture } from '../../../shared/fixtures/serialize-fixture'
import type { recordingCalls } from '../../../shared/ipc/recording-calls'
import { CallError, type Handlers } from '../../../shared/ipc/router'
import type { Clock } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import { textOf } from '../../../shared/lib/result'
import type { ConversationRegistry } from '../../conversations/conversation-registry'
import { errorCode } from '../../lib/files'
import type { Platform } from '../../platform/platform'
import { cliRecordings } from '../../replay/cli-recordings'
import type { RecordingService } from '../../replay/recording-service'
import type { SavedRecordings } from '../saved-recordings'
import type { FlightRecorder } from './flight-recorder'
import { chosenEvents, makeRecording, type Recording, writeRecording } from './make-recording'

/** Dependencies of these calls. */
export interface FixtureHandlersOptions {
  readonly flight: Pick<FlightRecorder, 'events'>
  readonly registry: Pick<ConversationRegistry, 'summary' | 'statuses'>
  readonly platform: Pick<Platform, 'desktop' | 'userDataFolder'>
  readonly recordings: RecordingService
  readonly newId: NewId
  readonly clock: Pick<Clock, 'now'>
  readonly version: string
  readonly saved: Pick<SavedRecordings, 'folder' | 'remember'>
  secrets(): readonly string[]
}

interface RecordingRequest {
  readonly conversationId: string
  readonly minutes: number | null
  readonly frames?: { readonly first: number; readonly last: number } | undefined
  readonly since?: number | undefined
  readonly leaveOut: LeaveOut
}

/** The excerpt of a recording shown before it is saved. */
const PREVIEW_CHARACTERS = 60_000
const PREVIEW_LINES = 200
/** A larger recording is saved instead of copied. */
const COPIED_CHARACTERS = 8_000_000
const MINUTE_MS = 60_000

/** The handlers of the calls about wire recordings. */
export function createFixtureHandlers(options: FixtureHandlersOptions): Pick<Handlers, keyof typeof recordingCalls> {
  const { flight, registry, platform, recordings, clock, version, newId } = options

  function made({ conversationId, minutes, since, frames, leaveOut }: RecordingRequest, fixtureId: string): Recording {
    const { title } = registry.summary(conversationId)
    const from = since ?? (minutes === null ? 0 : clock.now() - minutes * MINUTE_MS)
    const events = chosenEvents(flight.events(conversationId), { from, frames })
    const model = registry.statuses().find((status) => status.conversationId === conversationId)?.model ?? ''
    const recordingOptions = { fixtureId, title: title || fixtureId, leaveOut, secrets: options.secrets(), version, model }
    const recording = makeRecording(events, recordingOptions)
    if (!recording.ok) throw new CallError(recording.error.code, textOf(recording.error))
    return recording.value
  }

  const today = (): string => `conversation-${new Date(clock.now()).toISOString().slice(0, 16).replace(/[T:]/g, '-')}`

  return {
    ...cliRecordings(recordings, platform.userDataFolder, newId),
    'fixture.preview': (request) => {
      const { text, sounds, milliseconds, removed, fixture } = made(request, today())
      const lines = text.trimEnd().split('\n')
      const files = [
        { name: `${fixture.fixtureId}.jsonl`, bytes: Buffer.byteLength(text) },
        ...sounds.map(({ file, bytes }) => ({ name: file, bytes: bytes.byteLength })),
      ]
      return {
        text: lines.slice(0, PREVIEW_LINES).join('\n').slice(0, PREVIEW_CHARACTERS),
        lines: lines.length,
        files,
        milliseconds,
        removed,
      }
    },
    'fixture.text': (request) => {
      const { fixture, sounds } = made(request, today())
      const waves = sounds.flatMap(({ file, bytes }): (readonly [string, WavSound])[] => {
        const wav = readWav(bytes)
        return wav.ok ? [[file, wav.value]] : []
      })
      const text = serializeFixture(selfContained(fixture, new Map(waves)))
      if (text.length <= COPIED_CHARACTERS) return { text }
      throw new CallError(
        'recording-not-copied',
        `This would be ${Math.round(text.length / 1e6)} MB of text, and 8 MB is the most that is copied. Save it, or choose fewer frames.`,
      )
    },
    'fixture.save': async (request) => {
      const { desktop } = platform
      const usual = `${today()}.jsonl`
      const path = desktop === null ? join(options.saved.folder, usual) : await desktop.choosePlace(usual)
      if (path === null) return { kind: 'cancelled' }
      const folder = dirname(path)
      try {
        await writeRecording(folder, made(request, freeId(folder, basename(path))), basename(path))
      } catch (error) {
        if (error instanceof CallError) throw error
        throw new CallError('recording-not-saved', `The recording could not be written there (${errorCode(error)}). Choose another place.`)
      }
      options.saved.remember(path)
      return { kind: 'saved', fileName: basename(path) }
    },
    'fixture.open': async ({ conversationId, title, button }) => {
      const path = (await platform.desktop?.chooseFile({ title, button })) ?? null
      if (path === null) return { opened: false }
      const opened = await recordings.open(path, conversationId)
      if (!opened.ok) throw new CallError(opened.error.code, textOf(opened.error))
      return { opened: true }
    },
  }
}

/** An id whose sound would not replace that of another file. */
function freeId(folder: string, fileName: string): string {
  const plain =
    fileName
      .replace(/\.[^.]*$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 50) || 'recording'
  const isTaken = (id: string): boolean => [`${id}.wav`, `${id}-user.wav`].some((name) => existsSync(join(folder, name)))
  let id = plain
  for (let count = 2; isTaken(id); count += 1) id = `${plain}-${count}`
  return id
}
