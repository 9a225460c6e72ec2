import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'

/** A recording, and all sound of one together, may have so many bytes. */
export const LARGEST_FILE_BYTES = 256 * 1024 * 1024

/** Refuses a recording's file with more than 256 MB before it is read, naming it and its size, and what is no file at all and may never end. Rejects with the system's error. */
export async function refuseLargeFile(path: string): Promise<Result<null>> {
  const facts = await stat(path)
  if (!facts.isFile() && !facts.isDirectory()) return failure('fixture-unreadable', messageOf('file-not-plain', { file: basename(path) }))
  const { size } = facts
  if (size <= LARGEST_FILE_BYTES) return success(null)
  const message = `${basename(path)} has ${Math.round(size / 1e6)} MB, and 256 MB is the most. Cut it into pieces.`
  return failure('recording-file-too-large', message)
}
