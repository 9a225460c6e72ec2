import { Activity, Inbox, Settings, Table2 } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { openApprovalCount } from '../state/selectors'
import { Badge } from '../ui/badge'
import styles from './sidebar.module.css'

/** Buttons for approvals, data and settings. */
export function SidebarFoot() {
  const i18n = useI18n()
  const { actions } = useServices()
  const questions = useApp(openApprovalCount)
  const questionsOpen = useApp((state) => state.questionsOpen)
  const developer = useApp((state) => state.settings.developer)
  const dataOpen = useApp((state) => state.dataPanel !== null)
  return (
    <div className={styles.foot}>
      <button type="button" className={styles.footRow} aria-pressed={questionsOpen} onClick={() => actions.showQuestions(!questionsOpen)}>
        <Inbox size={16} strokeWidth={1.75} aria-hidden />
        <span className={styles.footName}>{i18n.t('sidebar.questions')}</span>
        {questions > 0 && <Badge count={questions} label={i18n.count('sidebar.openApprovals', questions)} />}
      </button>
      <button
        type="button"
        className={styles.footRow}
        aria-pressed={dataOpen}
        onClick={() => (dataOpen ? actions.hideData() : actions.showData(null))}
      >
        <Table2 size={16} strokeWidth={1.75} aria-hidden />
        <span className={styles.footName}>{i18n.t('data.panel')}</span>
      </button>
      {developer && (
        <button type="button" className={styles.footRow} onClick={() => actions.inspect(null)}>
          <Activity size={16} strokeWidth={1.75} aria-hidden />
          <span className={styles.footName}>{i18n.t('inspector.title')}</span>
        </button>
      )}
      <button type="button" className={styles.footRow} data-opens-settings="sidebar" onClick={() => actions.showSettings('general')}>
        <Settings size={16} strokeWidth={1.75} aria-hidden />
        <span className={styles.footName}>{i18n.t('sidebar.settings')}</span>
      </button>
    </div>
  )
}
