import { PIECE_BYTES } from '../../shared/ipc/limits'
import type { Result } from '../../shared/lib/result'
import { saveFile } from '../settings/audit/save-file'
import type { AppStore } from './store'

const TYPES = { json: 'application/json', markdown: 'text/markdown' } as const

/** The user's actions on stored data. Values are file names, null if the user chose no place for the file. */
export interface StorageActions {
  /** Exports one conversation, or with null all of them. */
  exportHistory(conversationId: string | null, format: keyof typeof TYPES): Promise<Result<string | null>>
  exportSound(conversationId: string): Promise<Result<string | null>>
  /** Exports one conversation; the result is shown next to the list. */
  saveConversation(conversationId: string, what: keyof typeof TYPES | 'sound'): Promise<void>
  /** Returns the number of imported conversations. */
  importHistory(file: Blob): Promise<Result<number>>
  /** Ends the import in progress: `importHistory` resolves with that. */
  cancelImport(): void
  createPrivate(): Promise<void>
  /** The settings have shown that everything is erased. */
  forgetWiped(): void
  /** Erases everything, and creates a new conversation. */
  wipe(): Promise<Result<null>>
}

/** Binds the storage actions to one store. */
export function createStorageActions({ api, client, create, open }: AppStore): StorageActions {
  async function exportHistory(conversationId: string | null, format: keyof typeof TYPES): Promise<Result<string | null>> {
    const reply = await client.call('history.export', { conversationId, format })
    if (!reply.ok) return reply
    if (reply.value.kind === 'cancelled') return { ok: true, value: null }
    if (reply.value.kind === 'text') saveFile(reply.value.fileName, TYPES[format], reply.value.text)
    return { ok: true, value: reply.value.fileName }
  }

  async function exportSound(conversationId: string): Promise<Result<string | null>> {
    const reply = await client.call('recording.export', { conversationId })
    if (!reply.ok) return reply
    if (reply.value.kind === 'cancelled') return { ok: true, value: null }
    if (reply.value.kind === 'saved') return { ok: true, value: reply.value.fileName }
    const pieces: Uint8Array<ArrayBuffer>[] = []
    for (let from = 0; from < reply.value.bytes; from += PIECE_BYTES) {
      const piece = await client.call('recording.piece', { conversationId, from })
      if (!piece.ok) return piece
      pieces.push(piece.value.bytes)
    }
    saveFile(reply.value.fileName, 'audio/wav', ...pieces)
    return { ok: true, value: reply.value.fileName }
  }

  async function sendHistory(file: Blob): Promise<Result<number>> {
    for (let at = 0; at === 0 || at < file.size; at += PIECE_BYTES) {
      const bytes = new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer())
      const taken = await client.call('history.importPiece', { first: at === 0, bytes })
      if (!taken.ok) return taken
    }
    const reply = await client.call('history.import', null)
    return reply.ok ? { ok: true, value: reply.value.conversationIds.length } : reply
  }

  return {
    exportHistory,
    exportSound,
    async saveConversation(conversationId, what) {
      const saved = await (what === 'sound' ? exportSound(conversationId) : exportHistory(conversationId, what))
      api.setState({ historyFailure: saved.ok ? null : saved.error.message, historySaved: saved.ok ? saved.value : null })
    },
    async importHistory(file) {
      api.setState({ importPercent: 0 })
      const imported = await sendHistory(file)
      api.setState({ importPercent: null })
      return imported
    },
    cancelImport: () => void client.call('history.cancelImport', null),
    async createPrivate() {
      const reply = await client.call('conversation.createPrivate', null)
      api.setState({ historyFailure: reply.ok ? null : reply.error.message })
      if (reply.ok) await open(reply.value.conversationId)
    },
    forgetWiped: () => api.setState({ wiped: false }),
    async wipe() {
      const reply = await client.call('storage.wipe', null)
      if (!reply.ok) return reply
      const { view } = api.getState()
      api.setState({ threads: {}, drafts: {}, draftFiles: {}, approvals: {}, calls: {}, removed: [] })
      await create()
      // a new conversation opens itself, but the user is still in the settings
      api.setState({ view, wiped: true })
      return reply
    },
  }
}
