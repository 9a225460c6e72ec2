import { FlaskConical, Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { PolicyRule } from '../../../shared/approvals/policy-rule'
import { ruleNameText } from '../../../shared/approvals/rule-name'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import { whenDrawn } from '../../ui/when-drawn'
import { ApprovalsSection } from '../approvals-section'
import { RuleForm } from './rule-form'
import { RuleList } from './rule-list'
import styles from './rules-section.module.css'
import { ToolList } from './tool-list'
import { TryCall } from './try-call'
import { useRules } from './use-rules'

type Opened = { readonly form: 'none' | 'try' } | { readonly form: 'rule'; readonly rule: PolicyRule | null }

/** What each tool may do, the rules in order, and a form to try a call. Removing a rule can be undone. */
export function RulesSection() {
  const i18n = useI18n()
  const { actions } = useServices()
  const { rules, tools, failure } = useRules()
  const removed = useApp((state) => state.removedRule)
  const shownNumber = useApp((state) => (state.view.name === 'settings' ? state.view.ruleNumber : null))
  const [opened, setOpened] = useState<Opened>({ form: 'none' })
  const [refusal, setRefusal] = useState<string | null>(null)
  const settle = async (work: ReturnType<typeof actions.moveRule>) => {
    const reply = await work
    setRefusal(reply.ok ? null : reply.error.message)
  }
  const close = () => {
    const opener = opened.form
    setOpened({ form: 'none' })
    whenDrawn(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>(`[data-opens-form="${opener}"]`)?.focus()
      return true
    })
  }
  const problem = refusal ?? failure

  return (
    <>
      {problem !== null && (
        <div role="alert">
          <Fault>{problem}</Fault>
        </div>
      )}
      {tools !== null && <ToolList tools={tools} onChoose={(name, effect) => void settle(actions.setToolDefault(name, effect))} />}
      {rules !== null && tools !== null && (
        <section className={styles.section} aria-labelledby="rules-heading">
          <div className={styles.head}>
            <h2 className={styles.heading} id="rules-heading">
              {i18n.t('rules.heading')}
            </h2>
            <Button
              data-opens-form="try"
              aria-expanded={opened.form === 'try'}
              onClick={() => setOpened({ form: opened.form === 'try' ? 'none' : 'try' })}
            >
              <FlaskConical size={14} strokeWidth={2} aria-hidden />
              {i18n.t('rules.try')}
            </Button>
            <Button data-opens-form="rule" onClick={() => setOpened({ form: 'rule', rule: null })}>
              <Plus size={14} strokeWidth={2} aria-hidden />
              {i18n.t('rules.new')}
            </Button>
          </div>
          {opened.form === 'try' && <TryCall tools={tools} onClose={close} />}
          {opened.form === 'rule' && <RuleForm key={opened.rule?.ruleId ?? 'new'} rule={opened.rule} tools={tools} onClose={close} />}
          <RuleList
            rules={rules}
            shownNumber={shownNumber}
            onEdit={(rule) => setOpened({ form: 'rule', rule })}
            onMove={(ruleId, place) => void settle(actions.moveRule(ruleId, place))}
            onRemove={(ruleId) => void settle(actions.removeRule(ruleId))}
          />
          <div className={styles.below}>
            <p className={styles.removed} role="status">
              {removed !== null && (
                <>
                  <Undo2 size={14} strokeWidth={2} aria-hidden />
                  {i18n.t('rules.removed', { number: removed.place, name: makeVisible(ruleNameText(removed.rule.name, i18n)) })}
                </>
              )}
            </p>
            {removed !== null && (
              <button type="button" className={styles.link} onClick={() => void settle(actions.bringRuleBack())}>
                {i18n.t('edit.undo')}
              </button>
            )}
            <button type="button" className={styles.link} onClick={() => actions.showSettings('audit')}>
              {i18n.t('audit.open')}
            </button>
          </div>
        </section>
      )}
      <ApprovalsSection />
    </>
  )
}
