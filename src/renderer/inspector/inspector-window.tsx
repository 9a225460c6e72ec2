import { useEffect } from 'react'
import { makeDirectionVisible } from '../../shared/text/make-visible'
import { Banner } from '../app/banner'
import { useAppearance } from '../app/use-appearance'
import { I18nProvider } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentTitle } from '../state/selectors'
import styles from './inspector.module.css'
import { InspectorOf } from './inspector-of'

/** The inspector in a window of its own. */
export function InspectorWindow() {
  const i18n = useAppearance()
  const { client } = useServices()
  const opening = useApp((state) => state.opening)
  const view = useApp((state) => state.view)
  const title = useApp(currentTitle)
  const name = i18n.t('inspector.title')
  useEffect(() => {
    document.title = title === '' ? name : `${name} · ${makeDirectionVisible(title)}`
  }, [name, title])
  return (
    <I18nProvider translator={i18n}>
      <div className={styles.ownWindow}>
        <Banner />
        {opening.phase === 'failed' && (
          <p className={styles.failure} role="alert">
            {opening.message}
          </p>
        )}
        {opening.phase === 'ready' && (
          <InspectorOf
            messageId={view.name === 'inspector' ? view.messageId : null}
            before={null}
            after={null}
            onShowMessage={(conversationId, messageId) => void client.call('inspector.showMessage', { conversationId, messageId })}
          />
        )}
      </div>
    </I18nProvider>
  )
}
