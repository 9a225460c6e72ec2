import { type Attachment, attachmentKind } from '../../shared/attachments/attachment'
import { CallError } from '../../shared/ipc/router'
import type { ReplyModality } from '../../shared/ipc/text-choices'
import type { AttachmentTable } from '../storage/database/attachment-table'

/** The largest file sent over a Live connection, which takes it as one frame. */
const LARGEST_IN_VOICE = 7 * 1024 * 1024

/** The files of a message, in their order. Throws `CallError` if one is gone or its model cannot receive it. */
export function filesToSend(
  attachments: Pick<AttachmentTable, 'get'>,
  conversationId: string,
  attachmentIds: readonly string[],
  answeredBy: ReplyModality | 'pictures',
): readonly Attachment[] {
  return attachmentIds.map((attachmentId) => {
    const found = attachments.get(conversationId, attachmentId)
    if (found === null)
      throw new CallError('attachment-gone', 'A file of this message does not exist any more. Remove it, then send again.')
    if (answeredBy === 'voice') refuseInVoice(found)
    if (answeredBy === 'pictures') refuseWithPictures(found)
    const { isDraft: _, createdAt: __, ...attachment } = found
    return attachment
  })
}

/** Live models accept pictures and text; documents and sound files are for text models. */
function refuseInVoice({ mediaType, fileName, bytes }: Attachment): void {
  const kind = attachmentKind(mediaType)
  if (kind === 'document' || kind === 'sound')
    throw new CallError(
      'attachment-not-in-voice',
      `The voice model takes pictures and text only, so it can't be given ${fileName}. Choose “Reply in text” for this conversation, then send again.`,
    )
  if (bytes > LARGEST_IN_VOICE)
    throw new CallError(
      'attachment-too-large-for-voice',
      `${fileName} is too large for the voice model, which takes files up to ${LARGEST_IN_VOICE / 1024 / 1024} MB. Choose “Reply in text” for this conversation, or attach a smaller file.`,
    )
}

/** Image models accept pictures and documents; none accepts sound. */
function refuseWithPictures({ mediaType, fileName }: Attachment): void {
  if (attachmentKind(mediaType) !== 'sound') return
  throw new CallError(
    'attachment-not-with-pictures',
    `The picture model can't be given ${fileName}: it takes no sound. Switch pictures off beside the message field, then send again.`,
  )
}
