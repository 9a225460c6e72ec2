import type { Elicitation } from '../../shared/servers/elicitation'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { Button } from '../ui/button'
import { timeLeft } from '../ui/format'
import { whenDrawn } from '../ui/when-drawn'
import styles from './approvals-panel.module.css'

/** A question of a server among the open approvals: it is answered on its card above the message field. */
export function ElicitationRow({ elicitation, now }: { readonly elicitation: Elicitation; readonly now: number }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const { elicitationId, server, request, expiresAt } = elicitation
  const review = () => {
    if (window.matchMedia('(max-width: 899px)').matches) actions.showQuestions(false)
    else actions.showThread()
    whenDrawn(() => {
      const field = document.querySelector<HTMLElement>(`[data-elicitation="${CSS.escape(elicitationId)}"] :is(input, select, button)`)
      field?.focus()
      return field !== null
    })
  }
  return (
    <li className={styles.question}>
      <div className={styles.questionHead}>
        <h3 className={styles.title}>{i18n.t(`elicitation.${request.kind}`, { server })}</h3>
        <span>{timeLeft(expiresAt - now)}</span>
      </div>
      <div className={styles.questionFoot}>
        <span className={styles.buttons}>
          <Button small onClick={review}>
            {i18n.t('panel.review')}
          </Button>
        </span>
      </div>
    </li>
  )
}
