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

/** Dependencies of the speech files. */
export interface SpeechFilesOptions {
  readonly userDataFolder: string
  /** Whether nothing of this conversation may be written. */
  isPrivate(conversationId: string): boolean
  readonly log: Pick<Logger, 'error'>
}

/**
 * Stores speech that no model has answered in files of the user's folder, so that it survives a restart. A write failure is only
 * logged: the speech itself is still being sent.
 */
export interface SpeechFiles {
  /** Appends sound to the speech of a turn, or starts it. */
  add(conversationId: string, turnId: string, pcm: Uint8Array): void
  remove(conversationId: string, turnId: string): void
  /** The stored speech of a conversation, oldest first. */
  read(conversationId: string): readonly ShelvedSpeech[]
  /** Removes the stored speech of a conversation. */
  erase(conversationId: string): void
  eraseAll(): void
}

/** The longest stored speech: as long as speech can wait for a connection. The newest part is kept. */
export const LONGEST_SPEECH_BYTES = 60 * CAPTURE_RATE * 2

const FOLDER = 'speech'
const ENDING = '.pcm'

/** Opens the speech files in the user's folder. */
export function openSpeechFiles({ userDataFolder, isPrivate, log }: SpeechFilesOptions): SpeechFiles {
  const root = join(userDataFolder, FOLDER)
  const folderOf = (conversationId: string): string => join(root, fileNameOf(conversationId))
  const pathOf = (conversationId: string, turnId: string): string => join(folderOf(conversationId), `${fileNameOf(turnId)}${ENDING}`)
  /** turns whose file has a gap: they are not continued */
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
          // half a sample at the end of a truncated file is dropped
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

/** A name that every file system reads the same way. */
function fileNameOf(id: string): string {
  return encodeURIComponent(id).replaceAll('.', '%2E').replaceAll('*', '%2A')
}

/** Names of the speech files in a folder, in the order they were spoken. */
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
