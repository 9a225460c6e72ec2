import { useEffect } from 'react'
import { useGoToApproval } from '../approval/use-go-to-approval'
import { useServices } from '../state/context'

/** Goes to the question that the user clicked on outside the window: in a notification or in the tray. */
export function useAskedApproval(): void {
  const { store } = useServices()
  const goToQuestion = useGoToApproval()
  useEffect(
    () =>
      store.client.on('question.show', ({ approvalId }) => {
        // answered meanwhile: then the window in front is all there is to show
        const approval = approvalId === null ? undefined : store.api.getState().approvals[approvalId]
        if (approval?.state === 'requested') void goToQuestion(approval)
      }),
    [store, goToQuestion],
  )
}
