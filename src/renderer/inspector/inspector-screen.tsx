import { ArrowLeft } from 'lucide-react'
import { Rail } from '../app/rail'
import { WindowButtons } from '../app/window-buttons'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'
import { useLayout } from '../ui/use-width'
import styles from './inspector.module.css'
import { InspectorView } from './inspector-view'
import { ReplayButton } from './replay-button'

/** The inspector in the place of the thread, with the recording's faults at hand where a recording answers. */
export function InspectorScreen({ messageId }: { readonly messageId: string | null }) {
  const words = useWords()
  const { actions, client, now } = useServices()
  const layout = useLayout()
  const conversationId = useApp((state) => state.currentConversationId)
  const title = useApp((state) => state.conversations.find((one) => one.conversationId === state.currentConversationId)?.title ?? '')
  const replay = useApp((state) => (conversationId === null ? null : (state.statuses[conversationId]?.replay ?? null)))
  return (
    <div className={styles.screen}>
      {layout !== 'column' && <Rail onExpand={actions.showThread} />}
      <InspectorView
        key={conversationId}
        client={client}
        conversationId={conversationId}
        title={title}
        messageId={messageId}
        now={now}
        onShowMessage={(shown) => {
          if (conversationId !== null) void actions.jumpTo(conversationId, shown, [])
        }}
        before={
          <IconButton label={words.say('inspector.close')} onClick={actions.showThread}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        }
        after={
          <>
            {replay !== null && conversationId !== null && (
              <section className={styles.faults}>
                <ReplayButton conversationId={conversationId} replay={replay} narrow={layout === 'column'} />
              </section>
            )}
            <WindowButtons />
          </>
        }
      />
    </div>
  )
}
