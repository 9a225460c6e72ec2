import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CallError, type Handlers } from '../../shared/ipc/router'
import type { NewId } from '../../shared/lib/ids'
import { textOf } from '../../shared/lib/result'
import type { RecordingService } from './recording-service'

type GivenHandlers = Pick<Handlers, 'fixture.giveBegin' | 'fixture.givePiece' | 'fixture.giveEnd'>

interface Given {
  readonly folder: string
  recording: string | null
  bytes: number
}

const MOST_BYTES = 256 * 1024 * 1024
const MOST_AT_ONCE = 4
/** A name that is safe in its folder, on every system. */
const PLAIN_NAME = /^[^/\\:*?"<>|\p{Cc}]{1,200}$/u

/**
 * Imports recordings whose files the page received, with their sound: a page knows their contents, not their paths. They are in a
 * folder of their own until they have been read, and are then deleted in any case.
 */
export function cliRecordings(recordings: Pick<RecordingService, 'show'>, userDataFolder: string, newId: NewId): GivenHandlers {
  const coming = new Map<string, Given>()

  async function drop(uploadId: string): Promise<void> {
    const given = coming.get(uploadId)
    coming.delete(uploadId)
    if (given !== undefined) await rm(given.folder, { recursive: true, force: true })
  }

  function known(uploadId: string): Given {
    const given = coming.get(uploadId)
    if (given === undefined) throw new CallError('recording-not-given', 'These files are not there any more. Drop them again.')
    return given
  }

  return {
    'fixture.giveBegin': async () => {
      for (const [first] of coming) if (coming.size >= MOST_AT_ONCE) await drop(first)
      const uploadId = newId('recording')
      coming.set(uploadId, { folder: await mkdtemp(join(userDataFolder, 'given-recording-')), recording: null, bytes: 0 })
      return { uploadId }
    },
    'fixture.givePiece': async ({ uploadId, fileName, bytes }) => {
      const given = known(uploadId)
      if (!PLAIN_NAME.test(fileName) || fileName.startsWith('.')) {
        await drop(uploadId)
        throw new CallError('recording-name', 'A file of this name is not taken. Rename it and drop it again.')
      }
      given.bytes += bytes.byteLength
      if (given.bytes > MOST_BYTES) {
        await drop(uploadId)
        throw new CallError('recording-file-too-large', 'These files have more than 256 MB together. Cut the recording into pieces.')
      }
      if (/\.jsonl?$/i.test(fileName)) given.recording ??= fileName
      await appendFile(join(given.folder, fileName), bytes, { mode: 0o600 })
      return null
    },
    'fixture.giveEnd': async ({ uploadId }) => {
      const { folder, recording } = known(uploadId)
      try {
        if (recording === null)
          throw new CallError('recording-missing', 'There is no recording among these files. Drop its .jsonl file, too.')
        const shown = await recordings.show(join(folder, recording))
        if (!shown.ok) throw new CallError(shown.error.code, textOf(shown.error))
        return null
      } finally {
        await drop(uploadId)
      }
    },
  }
}
