import { ChevronDown } from 'lucide-react'
import type { Approval } from '../../shared/approvals/approval'
import { useI18n } from '../i18n/i18n-provider'
import { Menu } from '../ui/menu'
import styles from './approval-card.module.css'
import { type MoreAnswerActs, moreAnswers } from './more-answers'

interface MoreMenuProps extends MoreAnswerActs {
  readonly approval: Approval
  readonly open: boolean
  onOpenChange(open: boolean): void
}

/** The menu of answers that apply to more than this call, opened by the arrow next to the yes. */
export function MoreMenu({ approval, open, onOpenChange, ...acts }: MoreMenuProps) {
  const i18n = useI18n()
  return (
    <Menu
      open={open}
      onOpenChange={onOpenChange}
      opener={{
        label: i18n.t('more.open'),
        className: styles.moreButton,
        face: <ChevronDown size={16} strokeWidth={2} aria-hidden className={open ? styles.turned : undefined} />,
      }}
      groups={moreAnswers(approval, i18n, acts)}
      staysBelow
    />
  )
}
