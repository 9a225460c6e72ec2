import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Fork } from '../../shared/ipc/thread-calls'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'
import styles from './message-actions.module.css'

/** The switch of a fork: which branch is shown, and buttons for the others. */
export function ForkSwitch({ fork }: { readonly fork: Fork }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const { branches, shown } = fork
  const show = (index: number) => {
    const branch = branches[index]
    if (conversationId !== null && branch !== undefined) void actions.showBranch(conversationId, branch)
  }
  const place = i18n.t('message.branchOf', { number: shown + 1, count: branches.length })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <span className={styles.fork} role="group" aria-label={i18n.t('message.branches')}>
      <IconButton label={i18n.t('message.previousBranch')} className={styles.arrow} disabled={shown === 0} onClick={() => show(shown - 1)}>
        <ChevronLeft size={14} strokeWidth={2} aria-hidden />
      </IconButton>
      <span role="status" aria-label={place}>
        {shown + 1} / {branches.length}
      </span>
      <IconButton
        label={i18n.t('message.nextBranch')}
        className={styles.arrow}
        disabled={shown === branches.length - 1}
        onClick={() => show(shown + 1)}
      >
        <ChevronRight size={14} strokeWidth={2} aria-hidden />
      </IconButton>
    </span>
  )
}
