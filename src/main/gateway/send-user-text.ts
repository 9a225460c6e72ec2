import { CallError } from '../../shared/ipc/router'
import type { SessionState } from '../../shared/ipc/schemas'
import type { TakenFile } from '../storage/attachments/take-in-file'
import { codeOfFault } from '../storage/database/sql-database'
import type { ClientThread } from './client-thread'
import type { GatewayContext } from './gateway-context'
import type { SaidBefore } from './place-in-thread'
import { HttpProblem } from './routes'

/** Why no answer comes, for a client: what Parley itself says of it, without its details. */
export function failureMessage({ cause }: Extract<SessionState, { readonly phase: 'failed' }>): string {
  return `Parley can’t reach its model now (${cause}). Its window says more.`
}

/** Why something was not taken, for a client whose protocol tells it in its stream. What nobody foresaw is thrown on. */
export function problemText(error: unknown): string {
  if (error instanceof HttpProblem) return error.message
  throw error
}

/**
 * Says and shows this in the thread, as the window would. Throws an `HttpProblem` with Parley's own words where it can't be taken; then
 * nothing of it is kept.
 */
export async function sendUserText(
  { registry, attachments, keepFile }: Pick<GatewayContext, 'registry' | 'attachments' | 'keepFile'>,
  thread: ClientThread,
  text: string,
  files: readonly TakenFile[] = [],
): Promise<void> {
  const { conversationId } = thread
  if (text.trim() === '' && files.length === 0) throw new HttpProblem(400, 'no-words', 'The message has neither words nor files.')
  const kept: string[] = []
  try {
    for (const file of files) kept.push(keepDraft(file))
    await thread.say(() => registry.sendText(conversationId, text, kept))
  } catch (error) {
    for (const attachmentId of kept) attachments.removeDraft(conversationId, attachmentId)
    throw error instanceof CallError ? new HttpProblem(422, error.code, error.message) : error
  }

  function keepDraft(file: TakenFile): string {
    try {
      return keepFile(conversationId, file, 'draft').attachmentId
    } catch (error) {
      if (error instanceof HttpProblem) throw error
      throw new CallError(
        'attachment-not-stored',
        `The disk did not take the file (${codeOfFault(error)}), so the message was not sent. Make room on it, then send it again.`,
      )
    }
  }
}

/** Words that stand in the thread are to be answered once more, as in the window: the answer before stays on a branch of its own. */
export async function goBack({ rewind }: Pick<GatewayContext, 'rewind'>, thread: ClientThread, before: SaidBefore | null): Promise<void> {
  if (before !== null && before.answerId !== null) await rewind(thread.conversationId, before.answerId)
}

/** Asks for an answer to the words that stand last in the thread. */
export async function askAgain({ registry }: Pick<GatewayContext, 'registry'>, thread: ClientThread): Promise<void> {
  await thread.say(() => registry.get(thread.conversationId).askAgain())
}
