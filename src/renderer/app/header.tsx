import { Inbox, Menu, PanelRight, Search } from 'lucide-react'
import { AppMenu } from '../commands/app-menu'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentTitle, hasTrafficLights, openApprovalCount } from '../state/selectors'
import { Badge } from '../ui/badge'
import { IconButton } from '../ui/button'
import { shownTitle } from '../ui/shown-title'
import { useLayout } from '../ui/use-width'
import styles from './header.module.css'
import { WindowButtons } from './window-buttons'

/**
 * The title of the conversation, the approvals button, and the window's buttons unless a panel to the right has them.
 */
export function Header({ withWindowButtons }: { readonly withWindowButtons: boolean }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const layout = useLayout()
  const title = useApp(currentTitle)
  const opened = useApp((state) => state.opening.phase === 'ready')
  const mac = useApp(hasTrafficLights)
  const questions = useApp(openApprovalCount)
  const questionsOpen = useApp((state) => state.questionsOpen)
  const besideLights = mac && layout !== 'wide' && layout !== 'sidebar'
  return (
    <header className={`${styles.header} ${besideLights ? styles.lights : ''}`} data-region="header">
      {layout === 'column' && (
        <IconButton label={i18n.t('app.openMenu')} onClick={() => actions.openDrawer(true)}>
          <Menu size={17} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      <h1 className={styles.title}>{title !== '' || opened ? shownTitle(title, i18n) : ''}</h1>
      <IconButton label={i18n.t('palette.title')} onClick={() => actions.openPalette(true)}>
        <Search size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {!(questionsOpen && layout !== 'column') && (
        <span className={styles.badged}>
          <IconButton label={i18n.t('sidebar.questions')} pressed={questionsOpen} onClick={() => actions.showQuestions(!questionsOpen)}>
            {layout === 'column' ? (
              <Inbox size={17} strokeWidth={1.75} aria-hidden />
            ) : (
              <PanelRight size={16} strokeWidth={1.75} aria-hidden />
            )}
          </IconButton>
          {layout === 'column' && questions > 0 && <Badge count={questions} label={i18n.count('sidebar.openApprovals', questions)} />}
        </span>
      )}
      <AppMenu />
      {withWindowButtons && <WindowButtons />}
    </header>
  )
}
