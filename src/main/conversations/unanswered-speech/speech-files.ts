import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CAPTURE_RATE } from '../../../shared/audio/rates'
import { errorCode } from '../../lib/files'
import type { Logger } from '../../lib/log/logger'

/** What the user said in one turn: s16le mono 16 kHz. */
export interface ShelvedSpeech {
  readonly turnId: string
  readonly pcm: Uint8Array<ArrayBuffer>
}

/** What the shelf needs of the world. */
export interface SpeechFilesOptions {
  readonly userDataFolder: string
  /** Of these conversations nothing is written. */
  isPrivate(conversationId: string): boolean
  readonly log: Pick<Logger, 'error'>
}

/**
 * Speech that no model has answered, in files of the user's folder, so that it is there after a restart. A disk that takes
 * nothing is told to the log alone: the speech itself is on its way all the same.
 */
export interface SpeechFiles {
  /** Adds sound to the speech of a turn, or begins it. */
  add(conversationId: string, turnId: string, pcm: Uint8Array): void
  remove(conversationId: string, turnId: string): void
  /** What is kept of a conversation, the oldest first. */
  read(conversationId: string): readonly ShelvedSpeech[]
  /** Removes what is kept of a conversation. */
  erase(conversationId: string): void
  eraseAll(): void
}

/** Speech is kept up to this length, as long as it can wait for a connection; the newest of it. */
export const LONGEST_SPEECH_BYTES = 60 * CAPTURE_RATE * 2

const FOLDER = 'speech'
const ENDING = '.pcm'

/** Makes the shelf over the user's folder. */
export function openSpeechFiles({ userDataFolder, isPrivate, log }: SpeechFilesOptions): SpeechFiles {
  const root = join(userDataFolder, FOLDER)
  const folderOf = (conversationId: string): string => join(root, fileNameOf(conversationId))
  const pathOf = (conversationId: string, turnId: string): string => join(folderOf(conversationId), `${fileNameOf(turnId)}${ENDING}`)
  /** turns whose file has a hole: they are not written on */
  const holed = new Set<string>()

  function attempt(what: string, body: () => void): void {
    try {
      body()
    } catch (error) {
      log.error('speech not kept', { problem: what, code: errorCode(error) })
    }
  }

  return {
    add(conversationId, turnId, pcm) {
      const path = pathOf(conversationId, turnId)
      if (isPrivate(conversationId) || holed.has(path)) return
      holed.add(path)
      attempt('the disk did not take it', () => {
        mkdirSync(folderOf(conversationId), { recursive: true, mode: 0o700 })
        appendFileSync(path, pcm, { mode: 0o600 })
        holed.delete(path)
      })
    },
    remove: (conversationId, turnId) =>
      attempt('it could not be removed', () => {
        rmSync(pathOf(conversationId, turnId), { force: true })
      }),
    read(conversationId) {
      const found: ShelvedSpeech[] = []
      attempt('it could not be read', () => {
        const folder = folderOf(conversationId)
        for (const name of namesIn(folder)) {
          const bytes = new Uint8Array(readFileSync(join(folder, name)))
          // half a sample at the end of a file that was cut off is left out
          const whole = bytes.subarray(0, bytes.length - (bytes.length % 2))
          const turnId = decodeURIComponent(name.slice(0, -ENDING.length))
          if (whole.length > 0) found.push({ turnId, pcm: whole.slice(Math.max(0, whole.length - LONGEST_SPEECH_BYTES)) })
        }
      })
      return found
    },
    erase: (conversationId) => attempt('it could not be removed', () => rmSync(folderOf(conversationId), { recursive: true, force: true })),
    eraseAll() {
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** A name that no file system reads otherwise. */
function fileNameOf(id: string): string {
  return encodeURIComponent(id).replaceAll('.', '%2E').replaceAll('*', '%2A')
}

/** Names of the speech in a folder, in the order in which it was spoken. */
function namesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(ENDING))
    const written = new Map(names.map((name) => [name, statSync(join(folder, name)).mtimeMs]))
    return names.sort((one, other) => (written.get(one) ?? 0) - (written.get(other) ?? 0))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}
