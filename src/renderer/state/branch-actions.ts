import type { CallReply } from '../../shared/ipc/contract'
import type { Result } from '../../shared/lib/result'
import type { AppStore } from './store'

/** What the user can do with what was said: each lets the thread fork, so nothing of it is lost. */
export interface BranchActions {
  /** Says this in place of what was said there. False, and the reason beside the message field, where main refuses. */
  editMessage(conversationId: string, messageId: string, text: string): Promise<boolean>
  /** Asks for another answer in place of this one. */
  answerAnew(conversationId: string, messageId: string): Promise<void>
  /** Goes on anew from the end of this message. */
  branchFrom(conversationId: string, messageId: string): Promise<void>
  showBranch(conversationId: string, branch: number): Promise<void>
  /** Shows the branch in which a message stands. */
  findInBranch(conversationId: string, messageId: string): Promise<void>
}

/** Binds these actions to one store. */
export function createBranchActions({ api, client, reread }: AppStore): BranchActions {
  const change = async (conversationId: string, ask: () => Promise<Result<CallReply<'conversation.open'>>>): Promise<boolean> => {
    const reply = await reread(conversationId, ask)
    api.setState((state) => {
      const { [conversationId]: _gone, ...others } = state.sendFailures
      return { sendFailures: reply.ok ? others : { ...others, [conversationId]: reply.error.message } }
    })
    return reply.ok
  }
  return {
    editMessage: (conversationId, messageId, text) =>
      change(conversationId, () => client.call('branch.edit', { conversationId, messageId, text })),
    async answerAnew(conversationId, messageId) {
      await change(conversationId, () => client.call('branch.again', { conversationId, messageId }))
    },
    async branchFrom(conversationId, messageId) {
      await change(conversationId, () => client.call('branch.begin', { conversationId, messageId }))
    },
    async findInBranch(conversationId, messageId) {
      await change(conversationId, () => client.call('branch.find', { conversationId, messageId }))
    },
    async showBranch(conversationId, branch) {
      await change(conversationId, () => client.call('branch.show', { conversationId, branch }))
    },
  }
}
