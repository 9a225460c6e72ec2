import type { CallReply } from '../../shared/ipc/contract'
import type { Result } from '../../shared/lib/result'
import type { AppStore } from './store'

/** The user's actions that fork a thread; no message is lost. */
export interface BranchActions {
  /**
   * Sends this text instead of the message there. False, with the reason next to the message field, if main refuses.
   */
  editMessage(conversationId: string, messageId: string, text: string): Promise<boolean>
  /** Requests another answer instead of this one. */
  answerAnew(conversationId: string, messageId: string): Promise<void>
  /** Starts a new branch after this message. */
  branchFrom(conversationId: string, messageId: string): Promise<void>
  showBranch(conversationId: string, branch: number): Promise<void>
  /** Shows the branch with a message. */
  findInBranch(conversationId: string, messageId: string): Promise<void>
}

/** Binds these actions to one store. */
export function createBranchActions({ api, client, reread }: AppStore): BranchActions {
  const change = async (conversationId: string, ask: () => Promise<Result<CallReply<'conversation.open'>>>): Promise<boolean> => {
    const reply = await reread(conversationId, ask)
    api.setState((state) => {
      const { [conversationId]: _gone, ...others } = state.sendFailures
      return { sendFailures: reply.ok ? others : { ...others, [conversationId]: reply.error } }
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
