import { AppWindow, ArrowLeft } from 'lucide-react'
import { Rail } from '../app/rail'
import { WindowButtons } from '../app/window-buttons'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { IconButton } from '../ui/button'
import { useLayout } from '../ui/use-width'
import styles from './inspector.module.css'
import { InspectorOf } from './inspector-of'

/** The inspector in place of the thread. */
export function InspectorScreen({ messageId }: { readonly messageId: string | null }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const layout = useLayout()
  return (
    <div className={styles.screen}>
      {layout !== 'column' && <Rail onExpand={actions.showThread} />}
      <InspectorOf
        messageId={messageId}
        onShowMessage={(conversationId, shown) => void actions.jumpTo(conversationId, shown, [])}
        before={
          <IconButton label={i18n.t('inspector.close')} onClick={actions.showThread}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        }
        after={
          <>
            <IconButton label={i18n.t('inspector.window')} onClick={() => actions.inspectInWindow(messageId)}>
              <AppWindow size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
            <WindowButtons />
          </>
        }
      />
    </div>
  )
}
