import { Activity, Inbox, PanelLeft, Search, Settings, SquarePen, Table2 } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { hasTrafficLights, openApprovalCount } from '../state/selectors'
import { Badge } from '../ui/badge'
import { IconButton } from '../ui/button'
import { Mark } from './mark'
import styles from './rail.module.css'

/** The collapsed sidebar. `onExpand` shows the full one, next to the thread or as a drawer. */
export function Rail({ onExpand }: { onExpand(): void }) {
  const i18n = useI18n()
  const { actions, store } = useServices()
  const mac = useApp(hasTrafficLights)
  const questions = useApp(openApprovalCount)
  const inspecting = useApp((state) => state.view.name === 'inspector')
  const questionsOpen = useApp((state) => state.questionsOpen)
  const developer = useApp((state) => state.settings.developer)
  const dataOpen = useApp((state) => state.dataPanel !== null && state.view.name === 'thread')
  return (
    <nav className={`${styles.rail} ${mac ? styles.mac : ''}`} aria-label={i18n.t('region.sidebar')} data-region="sidebar">
      <div className={styles.mark}>{!mac && <Mark />}</div>
      <IconButton label={i18n.t('app.expandSidebar')} onClick={onExpand}>
        <PanelLeft size={17} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton label={i18n.t('app.newConversation')} onClick={() => void store.create()}>
        <SquarePen size={17} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton label={i18n.t('palette.title')} onClick={() => actions.openPalette(true)}>
        <Search size={17} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <span className={styles.space} />
      <span className={styles.badged}>
        <IconButton label={i18n.t('sidebar.questions')} pressed={questionsOpen} onClick={() => actions.showQuestions(!questionsOpen)}>
          <Inbox size={17} strokeWidth={1.75} aria-hidden />
        </IconButton>
        {questions > 0 && <Badge count={questions} label={i18n.count('sidebar.openApprovals', questions)} />}
      </span>
      <IconButton label={i18n.t('data.panel')} pressed={dataOpen} onClick={() => (dataOpen ? actions.hideData() : actions.showData(null))}>
        <Table2 size={17} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {developer && (
        <IconButton
          label={i18n.t('inspector.title')}
          pressed={inspecting}
          onClick={() => (inspecting ? actions.showThread() : actions.inspect(null))}
        >
          <Activity size={17} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      <IconButton label={i18n.t('sidebar.settings')} onClick={() => actions.showSettings('general')}>
        <Settings size={17} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </nav>
  )
}
