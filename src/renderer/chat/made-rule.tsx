import { Scale, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { ruleNameText } from '../../shared/approvals/rule-name'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import styles from './made-rule.module.css'

/**
 * Says that the answer to a call created a rule, with a button that removes it. Empty if there is no such rule any
 * more.
 */
export function MadeRule({ toolCallId }: { readonly toolCallId: string }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const ruleId = useApp((state) => state.madeRules[toolCallId])
  const made = useApp((state) => state.rules?.find(({ rule }) => rule.ruleId === ruleId))
  const [taken, setTaken] = useState<{ readonly name: string } | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const line = useRef<HTMLParagraphElement>(null)
  if (ruleId === undefined || (made === undefined && taken === null)) return null

  const undo = async () => {
    if (made === undefined) return
    // remembered for afterwards, when the rule is gone
    setTaken({ name: makeVisible(ruleNameText(made.rule.name, i18n)) })
    const reply = await actions.removeRule(ruleId)
    setRefusal(reply.ok ? null : reply.error.message)
    // the button that had the focus is gone
    if (reply.ok) line.current?.focus()
  }
  return (
    <div className={styles.made}>
      <p className={styles.words} role="status" tabIndex={-1} ref={line}>
        <Scale size={13} strokeWidth={2} aria-hidden />
        <span>
          {made === undefined
            ? i18n.t('madeRule.taken', { name: taken?.name ?? '' })
            : i18n.t('madeRule.made', { number: made.number, name: makeVisible(ruleNameText(made.rule.name, i18n)) })}
        </span>
      </p>
      {made !== undefined && (
        <Button small look="plain" onClick={() => void undo()}>
          <Undo2 size={12} strokeWidth={2.2} aria-hidden />
          {i18n.t('madeRule.undo')}
        </Button>
      )}
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}
