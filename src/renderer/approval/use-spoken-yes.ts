import { useEffect } from 'react'
import { isSpokenYes } from '../../shared/approvals/spoken-yes'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { messageFacts } from '../chat/message-facts'
import { useServices } from '../state/context'
import { firstApprovalOf } from '../state/selectors'
import { useGoToApproval } from './use-go-to-approval'

/**
 * Speech never answers an approval: a spoken yes moves the focus to the card of the conversation's approval that
 * expires first, where a key can answer it. A text field with text keeps the focus.
 */
export function useSpokenYes(): void {
  const { store } = useServices()
  const goToQuestion = useGoToApproval()
  useEffect(
    () =>
      store.client.on('stream.chunk', ({ conversationId, messageId, role, chunk }) => {
        if (role !== 'user' || chunk.type !== 'finish') return
        const state = store.api.getState()
        const question = firstApprovalOf(state, conversationId)
        const message = state.threads[conversationId]?.thread.messages.find(({ id }) => id === messageId)
        if (question === null || message === undefined || messageFacts(message).voice === null) return
        if (conversationId === state.currentConversationId && isSpokenYes(textOf(message)) && !isWriting()) void goToQuestion(question)
      }),
    [store, goToQuestion],
  )
}

function textOf({ parts }: UIMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

function isWriting(): boolean {
  const focused = document.activeElement
  return (focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement) && focused.value !== ''
}
