import { useCallback } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import { openApprovals } from '../state/apply-event'
import { useServices } from '../state/context'
import { whenDrawn } from '../ui/when-drawn'
import { focusCard } from './move-between-cards'

/**
 * Opens the approval's conversation and moves the focus to its card; without an argument, those of the approval that
 * expires first.
 */
export function useGoToApproval(): (approval?: Approval) => Promise<void> {
  const { store, actions } = useServices()
  return useCallback(
    async (approval) => {
      const target = approval ?? openApprovals(store.api.getState().approvals)[0]
      if (target === undefined) return
      const state = store.api.getState()
      const covered = window.matchMedia('(max-width: 899px)').matches
      if (covered) actions.showQuestions(false)
      else if (state.view.name !== 'thread') actions.showThread()
      if (state.currentConversationId !== target.conversationId || state.threads[target.conversationId] === undefined) {
        await store.open(target.conversationId)
      }
      whenDrawn(() => focusCard(target.approvalId))
    },
    [store, actions],
  )
}
