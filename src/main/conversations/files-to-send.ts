import { type Attachment, attachmentKind } from '../../shared/attachments/attachment'
import { CallError } from '../../shared/ipc/router'
import type { TypedWords } from '../../shared/ipc/text-choices'
import type { AttachmentTable } from '../storage/database/attachment-table'

/** The largest file that goes over a Live connection, which takes it as one frame. */
const LARGEST_IN_VOICE = 7 * 1024 * 1024

/** The files that a message is to carry, in their order. Throws `CallError` where one is gone, or its model can't be given it. */
export function filesToSend(
  attachments: Pick<AttachmentTable, 'get'>,
  conversationId: string,
  attachmentIds: readonly string[],
  typedWords: TypedWords,
): readonly Attachment[] {
  return attachmentIds.map((attachmentId) => {
    const found = attachments.get(conversationId, attachmentId)
    if (found === null)
      throw new CallError('attachment-gone', 'A file of this message does not exist any more. Remove it, then send again.')
    if (typedWords === 'voice') refuseInVoice(found)
    const { isDraft: _, createdAt: __, ...attachment } = found
    return attachment
  })
}

/** Live models are shown pictures and told text; documents and sound files are for the models that answer in writing. */
function refuseInVoice({ mediaType, fileName, bytes }: Attachment): void {
  const kind = attachmentKind(mediaType)
  if (kind === 'document' || kind === 'sound')
    throw new CallError(
      'attachment-not-in-voice',
      `The voice model can't be given ${fileName}: it takes pictures and text alone. Choose answers in writing for this conversation, then send again.`,
    )
  if (bytes > LARGEST_IN_VOICE)
    throw new CallError(
      'attachment-too-large-for-voice',
      `${fileName} is too large for the voice model, which takes files up to ${LARGEST_IN_VOICE / 1024 / 1024} MB. Choose answers in writing for this conversation, or attach a smaller file.`,
    )
}
