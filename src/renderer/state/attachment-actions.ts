import { type Attachment, mostAttachments } from '../../shared/attachments/attachment'
import { PIECE_BYTES } from '../../shared/ipc/limits'
import { failure, type Result, success } from '../../shared/lib/result'
import { readFile } from '../attachments/read-file'
import { refusalText } from '../i18n/refusal-text'
import { saveFile } from '../settings/audit/save-file'
import { translatorOf } from './selectors'
import type { AppStore } from './store'

/** A file that the user gave to the page, by paste, drop or dialog; `server`: the MCP server that it is from. */
export interface SelectedFile {
  readonly name: string
  readonly content: Blob
  readonly server?: string
}

type FileToRead = Pick<Attachment, 'attachmentId' | 'mediaType' | 'bytes'>

/** The user's actions on attachments. */
export interface AttachmentActions {
  /** Adds files to the draft, one after the other; refusals are shown next to the message field, a line each. */

  attach(conversationId: string, files: readonly SelectedFile[]): Promise<void>
  /** Shows next to the message field why a file was not accepted; null: no problem. */
  refuseFile(conversationId: string, reason: string | null): void
  /** Removes a file from the draft. */
  removeAttachment(conversationId: string, attachmentId: string): Promise<void>
  /** The whole file as a blob that an image can show. */
  readAttachment(conversationId: string, file: FileToRead): Promise<Result<Blob>>
  /** Returns the saved file's name; null if the user chose no place. */
  saveAttachment(conversationId: string, attachment: Attachment): Promise<Result<string | null>>
}

/** Binds these actions to one store. */
export function createAttachmentActions({ api, client }: AppStore): AttachmentActions {
  const setDraftFiles = (conversationId: string, change: (files: readonly Attachment[]) => readonly Attachment[]) =>
    api.setState((state) => ({
      draftFiles: { ...state.draftFiles, [conversationId]: change(state.draftFiles[conversationId] ?? []) },
    }))
  /** Adds a refusal to those shown, once. */
  const addFailure = (conversationId: string, reason: string) =>
    api.setState(({ attachFailures }) => {
      const shown = attachFailures[conversationId]?.split('\n') ?? []
      return { attachFailures: { ...attachFailures, [conversationId]: [...shown.filter((line) => line !== reason), reason].join('\n') } }
    })
  const setFailure = (conversationId: string, reason: string | null) =>
    api.setState((state) => ({ attachFailures: { ...state.attachFailures, [conversationId]: reason } }))
  const setComing = (conversationId: string, change: number) =>
    api.setState((state) => ({ attaching: { ...state.attaching, [conversationId]: (state.attaching[conversationId] ?? 0) + change } }))

  async function give(uploadId: string, bytes: Uint8Array<ArrayBuffer>, still: boolean): Promise<Result<unknown>> {
    for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES) {
      const taken = await client.call('attachment.piece', { uploadId, bytes: bytes.slice(from, from + PIECE_BYTES), still })
      if (!taken.ok) return taken
    }
    return success(null)
  }

  async function attachOne(conversationId: string, { name, content, server }: SelectedFile): Promise<Result<Attachment>> {
    const read = await readFile(content, name)
    if (!read.ok) return failure(read.error.code, refusalText(read.error, translatorOf(api.getState())))
    const { bytes, still } = read.value
    const begun = await client.call('attachment.begin', {
      ...{ conversationId, fileName: name.slice(-4000), bytes: bytes.byteLength },
      ...(server !== undefined && { server }),
    })
    if (!begun.ok) return begun
    const { uploadId } = begun.value
    const given = await give(uploadId, bytes, false)
    const all = given.ok && still !== null ? await give(uploadId, still, true) : given
    if (all.ok) return client.call('attachment.finish', { uploadId })
    void client.call('attachment.cancel', { uploadId })
    return all
  }

  async function readAttachment(conversationId: string, { attachmentId, mediaType, bytes }: FileToRead): Promise<Result<Blob>> {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    for (let from = 0; from < bytes; from += PIECE_BYTES) {
      const piece = await client.call('attachment.read', { conversationId, attachmentId, from })
      if (!piece.ok) return piece
      pieces.push(piece.value.bytes)
    }
    return success(new Blob(pieces, { type: mediaType }))
  }

  return {
    async attach(conversationId, files) {
      setFailure(conversationId, null)
      const there = api.getState().draftFiles[conversationId]?.length ?? 0
      // main refuses one more than allowed, with its own text
      for (const file of files.slice(0, mostAttachments - there + 1)) {
        setComing(conversationId, 1)
        const attached = await attachOne(conversationId, file)
        setComing(conversationId, -1)
        if (attached.ok) setDraftFiles(conversationId, (before) => [...before, attached.value])
        else addFailure(conversationId, attached.error.message)
      }
    },
    async removeAttachment(conversationId, attachmentId) {
      setFailure(conversationId, null)
      // a refused message is a different message now
      api.setState(({ sendFailures: { [conversationId]: _gone, ...others } }) => ({ sendFailures: others }))
      setDraftFiles(conversationId, (files) => files.filter((file) => file.attachmentId !== attachmentId))
      const reply = await client.call('attachment.remove', { conversationId, attachmentId })
      if (!reply.ok) setFailure(conversationId, reply.error.message)
    },
    refuseFile: setFailure,
    readAttachment,
    async saveAttachment(conversationId, attachment) {
      const reply = await client.call('attachment.save', { conversationId, attachmentId: attachment.attachmentId })
      if (!reply.ok) return reply
      if (reply.value.kind !== 'page') return success(reply.value.kind === 'saved' ? reply.value.fileName : null)
      const file = await readAttachment(conversationId, attachment)
      if (!file.ok) return file
      saveFile(attachment.fileName, attachment.mediaType, new Uint8Array(await file.value.arrayBuffer()))
      return success(attachment.fileName)
    },
  }
}
