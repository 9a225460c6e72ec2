import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { openApprovals } from '../state/apply-event'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import styles from './turn-answers.module.css'

/**
 * Answers for all open approvals of one turn, if there are several. Allowing them together is offered only while every
 * card shows its arguments completely, none is being edited, and all cards accept input already.
 */
export function TurnAnswers({ messageId }: { readonly messageId: string }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const approvals = useApp((state) => state.approvals)
  const questions = useMemo(() => openApprovals(approvals).filter((one) => one.messageId === messageId), [approvals, messageId])
  const place = useRef<HTMLDivElement>(null)
  const whole = useAllWhole(place, questions.length)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  if (questions.length < 2) return null

  const decide = async (approved: boolean) => {
    if (busy || (approved && !whole)) return
    setBusy(true)
    setRefusal(await actions.decideAll(questions, approved))
    setBusy(false)
  }
  return (
    <div className={styles.together} ref={place}>
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {i18n.t('card.failed', { reason: refusal })}
        </p>
      )}
      {!whole && <p className={styles.note}>{i18n.t('together.open')}</p>}
      <Button aria-disabled={busy} onClick={() => void decide(false)}>
        {i18n.count('together.deny', questions.length)}
      </Button>
      {whole && (
        <Button aria-disabled={busy} data-answer="allow-together" onClick={() => void decide(true)}>
          {i18n.count('together.allow', questions.length)}
        </Button>
      )}
    </div>
  )
}

/**
 * Whether the cards next to `place` show as many complete argument lists as there are approvals; observed, because a
 * click in a card changes it.
 */
function useAllWhole(place: { readonly current: HTMLElement | null }, count: number): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const turn = place.current?.parentElement
      if (count < 2 || turn === null || turn === undefined) return () => undefined
      const observer = new MutationObserver(listener)
      observer.observe(turn, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-cut', 'data-unarmed'] })
      return () => observer.disconnect()
    },
    [place, count],
  )
  return useSyncExternalStore(subscribe, () => {
    const cards = [...(place.current?.parentElement?.querySelectorAll('[data-approval]:not([data-unarmed])') ?? [])]
    return (
      cards.filter((card) => card.querySelector('[data-arguments]') !== null && card.querySelector('[data-cut]') === null).length >= count
    )
  })
}
