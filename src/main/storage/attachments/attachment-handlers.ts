import { attachmentKind, largestAttachment, mostAttachments } from '../../../shared/attachments/attachment'
import { inspectFile, tooLarge } from '../../../shared/attachments/inspect-file'
import type { attachmentCalls } from '../../../shared/ipc/attachment-calls'
import { PIECE_BYTES } from '../../../shared/ipc/limits'
import { CallError, type Handlers, orRefuse } from '../../../shared/ipc/router'
import type { NewId } from '../../../shared/lib/ids'
import type { Desktop } from '../../platform/desktop'
import type { StoredAttachment } from '../database/attachment-table'
import { codeOfFault } from '../database/sql-database'
import type { Store } from '../database/store'
import { saveBytes } from '../save-export'
import { shownName } from './shown-name'
import { takeInFile } from './take-in-file'

/** The handlers of the calls about files of conversations. */
export type AttachmentHandlers = Pick<Handlers, keyof typeof attachmentCalls>

/** Dependencies; `desktop` is null without dialogs. */
export interface AttachmentHandlersOptions {
  readonly store: Pick<Store, 'attachments' | 'conversations'>
  readonly desktop: Pick<Desktop, 'choosePlace'> | null
  readonly newId: NewId
}

interface Incoming {
  readonly conversationId: string
  readonly fileName: string
  /** the MCP server that the file is from */
  readonly server: string | undefined
  readonly pieces: Uint8Array[]
  readonly stillPieces: Uint8Array[]
  size: number
}

/** The most files that may arrive at the same time, because each is in memory. */
const MOST_INCOMING = mostAttachments

/** Takes files in, gives them out, and saves them. What comes in is in memory until it is whole: of a refused file nothing is kept. */
export function createAttachmentHandlers({ store, desktop, newId }: AttachmentHandlersOptions): {
  readonly handlers: AttachmentHandlers
  /** A page was opened: nobody goes on with what the one before it was handing over. */
  pageOpened(): void
} {
  const { attachments, conversations } = store
  const incoming = new Map<string, Incoming>()

  function find(uploadId: string): Incoming {
    const found = incoming.get(uploadId)
    if (found === undefined) throw new CallError('attachment-over', 'This file is not being attached any more. Attach it again.')
    return found
  }

  function stored(conversationId: string, attachmentId: string): { readonly facts: StoredAttachment; readonly content: Uint8Array } {
    const facts = attachments.get(conversationId, attachmentId)
    const content = attachments.content(conversationId, attachmentId)
    if (facts === null || content === null) throw new CallError('attachment-gone', 'This file does not exist any more.')
    return { facts, content }
  }

  function makeRoom(conversationId: string): void {
    if (!conversations.exists(conversationId))
      throw new CallError('conversation-unknown', 'This conversation does not exist any more. Choose another one.')
    const drafts = attachments.list(conversationId).filter(({ isDraft }) => isDraft).length
    if (drafts >= mostAttachments || incoming.size >= MOST_INCOMING)
      throw new CallError(
        'attachments-too-many',
        `A message carries at most ${mostAttachments} files. Send these first, or remove one of them.`,
      )
  }

  const handlers: AttachmentHandlers = {
    'attachment.begin'({ conversationId, fileName, bytes, server }) {
      makeRoom(conversationId)
      const name = shownName(fileName)
      if (bytes > largestAttachment) orRefuse(tooLarge(name))
      const uploadId = newId('upload')
      incoming.set(uploadId, { conversationId, fileName: name, server, pieces: [], stillPieces: [], size: 0 })
      return { uploadId }
    },
    'attachment.piece'({ uploadId, bytes, still }) {
      const file = find(uploadId)
      file.size += bytes.byteLength
      if (file.size > 2 * largestAttachment) {
        incoming.delete(uploadId)
        orRefuse(tooLarge(file.fileName))
      }
      ;(still ? file.stillPieces : file.pieces).push(bytes)
      return null
    },
    'attachment.finish'({ uploadId }) {
      const { conversationId, fileName, server, pieces, stillPieces } = find(uploadId)
      incoming.delete(uploadId)
      makeRoom(conversationId)
      const { facts, content } = orRefuse(takeInFile(fileName, Buffer.concat(pieces), server))
      const attachment = { attachmentId: newId('attachment'), ...facts, bytes: content.byteLength }
      try {
        const still = stillOf(facts.mediaType, stillPieces)
        attachments.add(conversationId, { ...attachment, isDraft: true, still, ...(server !== undefined && { server }) }, content)
      } catch (error) {
        throw new CallError(
          'attachment-not-stored',
          `The disk did not take ${fileName} (${codeOfFault(error)}), so it was not attached. Make room on it, then attach it again.`,
        )
      }
      return attachment
    },
    'attachment.cancel'({ uploadId }) {
      incoming.delete(uploadId)
      return null
    },
    'attachment.remove'({ conversationId, attachmentId }) {
      attachments.removeDraft(conversationId, attachmentId)
      return null
    },
    'attachment.read'({ conversationId, attachmentId, from }) {
      return { bytes: new Uint8Array(stored(conversationId, attachmentId).content.subarray(from, from + PIECE_BYTES)) }
    },
    async 'attachment.save'({ conversationId, attachmentId }) {
      const { facts, content } = stored(conversationId, attachmentId)
      return desktop === null ? { kind: 'page' } : saveBytes(content, facts.fileName, desktop)
    },
  }
  return { handlers, pageOpened: () => incoming.clear() }
}

/** A still counts only if it is a picture, and belongs to one. */
function stillOf(mediaType: string, pieces: readonly Uint8Array[]): Uint8Array | null {
  if (pieces.length === 0 || attachmentKind(mediaType) !== 'picture') return null
  const bytes = Buffer.concat(pieces)
  const found = inspectFile(bytes, '')
  return found.ok && found.value !== 'text' && found.value.mediaType === 'image/png' ? bytes : null
}
