import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { historyCalls } from '../shared/ipc/history-calls'
import { CallError, type Handlers } from '../shared/ipc/router'
import { PIECE_BYTES, type storageCalls } from '../shared/ipc/storage-calls'
import type { NewId } from '../shared/lib/ids'
import { type KeepExportParts, keepCopy, keepExport } from './audit/keep-export'
import type { ConversationRegistry } from './conversations/conversation-registry'
import { exportHistory, nameOf } from './history/export-history'
import { createHistory, type HistoryOptions } from './history/history'
import { createHistoryHandlers } from './history/history-handlers'
import { importHistory } from './history/import-history'
import { incomingFile } from './history/incoming-file'
import { LARGEST_HISTORY_BYTES } from './history/read-history-file'
import type { Platform } from './platform'
import type { CallRecorder } from './recording/call-recorder'
import { nodeFiles } from './store/files'
import type { Store } from './store/store'

/** The handlers of the calls about what Parley keeps. */
export type StorageHandlers = Pick<Handlers, keyof typeof historyCalls | keyof typeof storageCalls>

/** The parts that these calls reach. */
export interface StorageOptions extends Omit<HistoryOptions, 'store' | 'registry' | 'onErased'> {
  readonly store: Store
  readonly registry: ConversationRegistry
  readonly newId: NewId
  locale(): string
  readonly recorder: Pick<CallRecorder, 'erase' | 'recordingOf'>
  readonly platform: Pick<Platform, 'desktop'>
}

/** All that is done with what Parley keeps: history, export and import. */
export interface Storage {
  readonly handlers: StorageHandlers
  close(): void
}

export function createStorage(options: StorageOptions): Storage {
  const { store, registry, newId, recorder } = options
  const exports: KeepExportParts = { desktop: options.platform.desktop, files: nodeFiles }
  const history = createHistory({ ...options, onErased: recorder.erase })
  const incoming = incomingFile(LARGEST_HISTORY_BYTES)

  async function recordingOf(conversationId: string): Promise<{ readonly path: string; readonly bytes: number }> {
    registry.summary(conversationId)
    const recording = await recorder.recordingOf(conversationId)
    if (recording !== null) return recording
    throw new CallError(
      'recording-none',
      'Nothing of this conversation was recorded. Recordings begin once they are turned on in the settings.',
    )
  }

  return {
    handlers: {
      ...createHistoryHandlers(history, store),
      'history.export': ({ conversationId, format }) => keepExport(exportHistory(conversationId, format, options), exports),
      'recording.export': async ({ conversationId }) => {
        const { path, bytes } = await recordingOf(conversationId)
        const fileName = `${nameOf(registry.summary(conversationId))}${extname(basename(path))}`
        return exports.desktop === null ? { kind: 'pieces', fileName, bytes } : keepCopy(path, fileName, exports.desktop)
      },
      'recording.piece': async ({ conversationId, from }) => {
        const { path } = await recordingOf(conversationId)
        return { bytes: await pieceOf(path, from) }
      },
      'history.importPiece': ({ bytes, first }) => {
        if (incoming.add(bytes, first)) return null
        throw new CallError(
          'import-too-large',
          'The file is larger than 256 MB, so nothing was imported. Export fewer conversations at a time.',
        )
      },
      'history.import': () => {
        const imported = importHistory(incoming.take(), store, newId)
        registry.announce()
        return imported
      },
    },
    close: history.close,
  }
}

async function pieceOf(path: string, from: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
