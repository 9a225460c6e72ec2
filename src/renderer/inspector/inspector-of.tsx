import type { ReactNode } from 'react'
import { useApp, useServices } from '../state/context'
import { currentTitle } from '../state/selectors'
import { useLayout } from '../ui/use-width'
import styles from './inspector.module.css'
import { InspectorView } from './inspector-view'
import { ReplayButton } from './replay-button'

interface InspectorOfProps {
  readonly messageId: string | null
  readonly before: ReactNode
  /** at the right end of the header, after the recording's faults */
  readonly after: ReactNode
  onShowMessage(conversationId: string, messageId: string): void
}

/** The inspector of the current conversation, with the recording's faults if a recording answers. */
export function InspectorOf({ messageId, before, after, onShowMessage }: InspectorOfProps) {
  const { client, now } = useServices()
  const layout = useLayout()
  const conversationId = useApp((state) => state.currentConversationId)
  const title = useApp(currentTitle)
  const replay = useApp((state) => (conversationId === null ? null : (state.statuses[conversationId]?.replay ?? null)))
  return (
    <InspectorView
      key={conversationId}
      client={client}
      conversationId={conversationId}
      title={title}
      messageId={messageId}
      now={now}
      onShowMessage={(shown) => {
        if (conversationId !== null) onShowMessage(conversationId, shown)
      }}
      before={before}
      after={
        <>
          {replay !== null && conversationId !== null && (
            <section className={styles.faults}>
              <ReplayButton conversationId={conversationId} replay={replay} narrow={layout === 'column'} />
            </section>
          )}
          {after}
        </>
      }
    />
  )
}
