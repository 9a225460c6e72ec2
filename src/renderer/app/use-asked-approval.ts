import { useEffect } from 'react'
import { useGoToApproval } from '../approval/use-go-to-approval'
import { useServices } from '../state/context'

/** Shows the approval that the user clicked outside the window: in a notification or in the tray. */
export function useAskedApproval(): void {
  const { store } = useServices()
  const goToQuestion = useGoToApproval()
  useEffect(
    () =>
      store.client.on('question.show', ({ approvalId }) => {
        // answered meanwhile: then bringing the window to the front is enough
        const approval = approvalId === null ? undefined : store.api.getState().approvals[approvalId]
        if (approval?.state === 'requested') void goToQuestion(approval)
      }),
    [store, goToQuestion],
  )
}
