import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { historyCalls } from '../../shared/ipc/history-calls'
import { PIECE_BYTES } from '../../shared/ipc/limits'
import { CallError, type Handlers } from '../../shared/ipc/router'
import type { serverCalls } from '../../shared/ipc/server-calls'
import type { storageCalls } from '../../shared/ipc/storage-calls'
import type { NewId } from '../../shared/lib/ids'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import type { CallRecorder } from '../diagnostics/recording/call-recorder'
import type { Emit } from '../lib/emit'
import { nodeFiles } from '../lib/files'
import { inSlices, pausesOfThread } from '../lib/in-slices'
import type { NoticeService } from '../lib/notices'
import { createTaskQueue } from '../lib/task-queue'
import type { Platform } from '../platform/platform'
import { openBackups } from '../storage/database/backups'
import type { PrivateStore } from '../storage/database/private-store'
import { type SaveExportOptions, saveCopy, saveExport } from '../storage/save-export'
import type { SettingsFile } from '../storage/settings/settings-file'
import { startDailyBackups } from './daily-backups'
import { exportHistory, nameOf } from './export-history'
import { createHistory, type HistoryOptions } from './history-actions'
import { createHistoryHandlers } from './history-handlers'
import { createHistoryImports } from './history-imports'
import { incomingFile } from './incoming-file'
import { LARGEST_HISTORY_BYTES } from './read-history-file'
import { enforceRetention } from './retention'
import { createStorageHandlers, type StorageHandlersOptions } from './storage-handlers'
import { connectServer } from './sync/server-connection'
import { createServerService } from './sync/server-service'
import type { ServerToken } from './sync/server-token'

/** The handlers of the calls about stored data. */
export type StorageHandlers = Pick<Handlers, keyof typeof historyCalls | keyof typeof storageCalls | keyof typeof serverCalls>

/** Dependencies of these calls. */
export interface StorageOptions
  extends Omit<HistoryOptions, 'store' | 'registry' | 'onErase' | 'pause'>,
    Pick<StorageHandlersOptions, 'audit'> {
  readonly store: PrivateStore
  readonly registry: ConversationRegistry
  readonly newId: NewId
  locale(): string
  readonly recorder: Pick<CallRecorder, 'erase' | 'eraseAll' | 'recordingOf'>
  readonly settings: Pick<SettingsFile, 'current' | 'update'>
  readonly notices: Pick<NoticeService, 'show' | 'clear'>
  readonly emit: Emit
  readonly serverToken: ServerToken
  readonly platform: Pick<Platform, 'desktop' | 'userDataFolder'>
}

/** All actions on stored data: history, export and import. */
export interface Storage {
  readonly handlers: StorageHandlers
  close(): void
}

export function createStorage(options: StorageOptions): Storage {
  const { store, registry, clock, newId, recorder } = options
  const exports: SaveExportOptions = { desktop: options.platform.desktop, files: nodeFiles }
  const { userDataFolder } = options.platform
  const backups = openBackups(userDataFolder, store, clock)
  const history = createHistory({
    ...options,
    pause: pausesOfThread.pause,
    onErase(conversationId) {
      if (!store.privately.has(conversationId)) backups.erase(conversationId)
      recorder.erase(conversationId)
    },
  })
  const retention = enforceRetention({
    ...options,
    days: () => options.settings.current().retentionDays,
    eraseOlderThan: history.eraseOlderThan,
  })
  const daily = startDailyBackups({
    ...options,
    backups,
    isWorthIt: () => store.onDisk && store.conversations.count() > 0,
    isBusy: () => registry.statuses().some(({ session, activity }) => session.phase !== 'off' && activity !== 'idle'),
  })
  const server = createServerService({
    ...options,
    connect: connectServer(clock),
    token: options.serverToken,
    onDisk: store.onDisk,
    release: registry.release,
    isBusy: (id) => registry.statuses().some(({ conversationId, activity }) => conversationId === id && activity !== 'idle'),
    async erase(conversationId) {
      await history.remove(conversationId)
      history.erase(conversationId)
    },
    contentReplaced(conversationId) {
      for (const { rule } of options.policy.list()) {
        const isHere = rule.scope.kind === 'conversation' && rule.scope.conversationId === conversationId
        if (isHere && rule.effect === 'allow') options.policy.remove(rule.ruleId)
      }
    },
    announce: () => registry.announce('all'),
  })
  let closed = false
  const incoming = incomingFile(LARGEST_HISTORY_BYTES)
  const imports = createHistoryImports({
    ...{ ...pausesOfThread, store, newId, report: options.report },
    onProgress: (percent) => options.emit('history.importing', { percent }),
  })
  const storageHandlers = createStorageHandlers({ ...options, backups, imports, userDataFolder, pause: pausesOfThread.pause })

  /** One at a time: a whole history is large. */
  const exportInTurn = createTaskQueue()
  const exported = (conversationId: string | null, format: 'markdown' | 'json') =>
    exportInTurn(async () => {
      const made = await inSlices(exportHistory(conversationId, format, options), { ...pausesOfThread, isOver: () => closed })
      if (made === null) throw new CallError('export-not-saved', 'Parley is quitting, so nothing was exported.')
      return made.result
    })

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
      ...createHistoryHandlers(history, store, pausesOfThread.pause),
      ...server.handlers,
      ...storageHandlers,
      'storage.wipe': async (request) => {
        await imports.cancel()
        return storageHandlers['storage.wipe'](request)
      },
      'history.export': async ({ conversationId, format }) => saveExport(await exported(conversationId, format), exports),
      'recording.export': async ({ conversationId }) => {
        const { path, bytes } = await recordingOf(conversationId)
        const fileName = `${nameOf(registry.summary(conversationId))}${extname(basename(path))}`
        return exports.desktop === null ? { kind: 'pieces', fileName, bytes } : saveCopy(path, fileName, exports.desktop)
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
      'history.import': async () => {
        const imported = await imports.start(incoming.take())
        registry.announce('all')
        return imported
      },
      'history.cancelImport': async () => {
        await imports.cancel()
        return null
      },
    },
    close() {
      closed = true
      imports.close()
      server.close()
      retention.dispose()
      daily.dispose()
      history.close()
    },
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
