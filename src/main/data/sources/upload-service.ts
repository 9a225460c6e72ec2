import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CallError } from '../../../shared/ipc/router'
import type { NewId } from '../../../shared/lib/ids'
import { messageOf } from '../../../shared/messages/message'
import { errorCode } from '../../lib/files'
import { safeName } from '../export/export-service'
import type { OfferedFile, WaitingImports } from './waiting-imports'

/** Files that the page sends in pieces, because the user dropped them there or there is no dialog. */
export interface UploadService {
  begin(fileName: string): Promise<string>
  piece(uploadId: string, bytes: Uint8Array): Promise<void>
  /** The file is complete: it becomes a source, or waits for the user's choices. */
  finish(uploadId: string): Promise<OfferedFile>
  cancel(uploadId: string): Promise<void>
  close(): Promise<void>
}

export function createUploadService(
  folder: string,
  imports: Pick<WaitingImports, 'offer'>,
  newId: NewId,
  report: (error: unknown) => void,
): UploadService {
  // leftovers of a crash would stay forever
  const cleaned = rm(folder, { recursive: true, force: true }).catch(report)
  const uploads = new Map<string, { readonly path: string; readonly folder: string; readonly handle: FileHandle }>()

  async function drop(uploadId: string): Promise<void> {
    const upload = uploads.get(uploadId)
    if (upload === undefined) return
    uploads.delete(uploadId)
    await upload.handle.close().catch(() => undefined)
    await rm(upload.folder, { recursive: true, force: true })
  }

  function find(uploadId: string) {
    const upload = uploads.get(uploadId)
    if (upload === undefined) throw new CallError('upload-over', messageOf('upload-over'))
    return upload
  }

  return {
    async begin(fileName) {
      await cleaned
      const uploadId = newId('upload')
      const own = join(folder, uploadId)
      await mkdir(own, { recursive: true, mode: 0o700 })
      const path = join(own, basename(safeName(fileName)))
      uploads.set(uploadId, { path, folder: own, handle: await open(path, 'wx', 0o600) })
      return uploadId
    },
    async piece(uploadId, bytes) {
      try {
        await find(uploadId).handle.writeFile(bytes)
      } catch (error) {
        await drop(uploadId)
        if (error instanceof CallError) throw error
        throw new CallError('upload-failed', messageOf('upload-failed', { code: errorCode(error) }))
      }
    },
    async finish(uploadId) {
      const { path, folder: own, handle } = find(uploadId)
      uploads.delete(uploadId)
      await handle.close()
      // the copy is made from it, after which it is not needed
      return imports.offer(path, 'given', () => rm(own, { recursive: true, force: true }))
    },
    cancel: drop,
    async close() {
      await cleaned
      for (const uploadId of [...uploads.keys()]) await drop(uploadId)
    },
  }
}
