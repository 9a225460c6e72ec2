import { CallError } from '../../shared/ipc/router'
import type { TakenFile } from '../attachments/take-in-file'
import { codeOfFault } from '../store/fault-code'
import type { GatewayParts } from './gateway-parts'
import { HttpProblem } from './http-problem'
import type { OutsideThread } from './outside-thread'

/**
 * Says and shows this in the thread, as the window would. Throws an `HttpProblem` with Parley's own words where it can't be taken; then
 * nothing of it is kept.
 */
export async function sayWords(
  { registry, attachments, keepFile }: Pick<GatewayParts, 'registry' | 'attachments' | 'keepFile'>,
  thread: OutsideThread,
  text: string,
  pictures: readonly TakenFile[] = [],
): Promise<void> {
  const { conversationId } = thread
  if (text.trim() === '' && pictures.length === 0) throw new HttpProblem(400, 'no-words', 'The message has neither words nor pictures.')
  const kept: string[] = []
  try {
    for (const picture of pictures) kept.push(keepDraft(picture))
    await thread.say(() => registry.sendText(conversationId, text, kept))
  } catch (error) {
    for (const attachmentId of kept) attachments.removeDraft(conversationId, attachmentId)
    throw error instanceof CallError ? new HttpProblem(422, error.code, error.message) : error
  }

  function keepDraft(picture: TakenFile): string {
    try {
      return keepFile(conversationId, picture, 'draft').attachmentId
    } catch (error) {
      throw new CallError(
        'attachment-not-stored',
        `The disk did not take the picture (${codeOfFault(error)}), so the message was not sent. Make room on it, then send it again.`,
      )
    }
  }
}
