import { CornerDownLeft, Pencil } from 'lucide-react'
import type { Approval } from '../../shared/approvals/approval'
import { useI18n } from '../i18n/i18n-provider'
import type { AnswerDetails } from '../state/actions'
import { Button } from '../ui/button'
import { KeyCap } from '../ui/key-cap'
import styles from './approval-card.module.css'
import { Countdown } from './countdown'
import { rememberedHere } from './more-answers'
import { MoreMenu } from './more-menu'

interface AskingFootProps {
  readonly approval: Approval
  readonly narrow: boolean
  readonly now: number
  readonly armed: boolean
  readonly busy: boolean
  readonly moreOpen: boolean
  onMoreOpen(open: boolean): void
  /** null for a call without arguments */
  readonly onEdit: (() => void) | null
  onDecide(approved: boolean, details?: AnswerDetails): void
  onForm(form: 'reason' | 'always'): void
}

/** Edit on the left; Deny, Allow once and the further answers on the right. */
export function AskingFoot({ approval, narrow, now, armed, busy, moreOpen, onMoreOpen, onEdit, onDecide, onForm }: AskingFootProps) {
  const i18n = useI18n()
  const safeIsDeny = approval.risk === 'high'
  return (
    <div className={styles.foot}>
      <p className={styles.cutNote}>{i18n.t('card.cutNote')}</p>
      {narrow && (
        <span className={styles.footTime}>
          <Countdown approval={approval} now={now} />
        </span>
      )}
      {onEdit !== null && (
        <Button look="plain" className={styles.edit} aria-disabled={!armed || busy} data-answer="edit" onClick={() => armed && onEdit()}>
          <Pencil size={14} strokeWidth={2} aria-hidden />
          {i18n.t(narrow ? 'card.edit' : 'card.editArguments')}
        </Button>
      )}
      <div className={styles.buttons}>
        <Button data-answer="deny" data-safe={safeIsDeny || undefined} aria-disabled={busy} onClick={() => onDecide(false)}>
          {i18n.t('card.deny')}
          {!narrow && <KeyCap name="D" />}
          {!narrow && safeIsDeny && <EnterHint />}
        </Button>
        <span className={styles.split}>
          <Button
            look="ink"
            data-answer="allow"
            data-safe={!safeIsDeny || undefined}
            aria-disabled={!armed || busy}
            onClick={() => onDecide(true)}
          >
            {i18n.t('card.allowOnce')}
            {!narrow && !safeIsDeny && <EnterHint />}
          </Button>
          <MoreMenu
            approval={approval}
            open={moreOpen}
            onOpenChange={(open) => onMoreOpen(open && armed)}
            onAllowHere={() => onDecide(true, { remember: rememberedHere(approval) })}
            onAlways={() => onForm('always')}
            onReason={() => onForm('reason')}
            onAlwaysDeny={() => onDecide(false, { remember: { scope: 'always', matchers: [] } })}
          />
        </span>
      </div>
    </div>
  )
}

/** Marks the answer that Enter gives when the card gets the focus. */
function EnterHint() {
  return (
    <span className={styles.enter} data-enter>
      <CornerDownLeft size={11} strokeWidth={2.4} aria-hidden />
    </span>
  )
}
