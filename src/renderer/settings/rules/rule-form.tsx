import { useEffect, useRef, useState } from 'react'
import { needsLimit } from '../../../shared/approvals/policy'
import type { PolicyEffect, PolicyRule, RuleScope } from '../../../shared/approvals/policy-rule'
import { ruleName } from '../../../shared/approvals/rule-name'
import type { ToolSummary } from '../../../shared/ipc/tool-calls'
import { dayLimitFor, perDayOf } from '../../approval/day-limit'
import { DayLimitRow } from '../../approval/day-limit-row'
import { matchersOf } from '../../approval/limit-drafts'
import { LimitRows } from '../../approval/limit-rows'
import { useI18n } from '../../i18n/i18n-provider'
import { useApp, useServices } from '../../state/context'
import { currentTitle } from '../../state/selectors'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import { Select } from '../../ui/select'
import { shownTitle } from '../../ui/shown-title'
import { EffectChoice } from './effect-choice'
import { limitsFor } from './limits-for'
import formStyles from './rule-form.module.css'
import styles from './rules-section.module.css'

const EVERY_TOOL = '*'

interface RuleFormProps {
  /** the rule to change; null creates a new one */
  readonly rule: PolicyRule | null
  readonly tools: readonly ToolSummary[]
  onClose(): void
}

/** The form of a rule: effect, tool, limits on its arguments, and scope. */
export function RuleForm({ rule, tools, onClose }: RuleFormProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const title = shownTitle(useApp(currentTitle), i18n)
  const [effect, setEffect] = useState<PolicyEffect>(rule?.effect ?? 'ask')
  const [tool, setTool] = useState(rule?.tool ?? tools[0]?.name ?? EVERY_TOOL)
  const [limits, setLimits] = useState(() => limitsFor(tools, tool, rule?.matchers ?? []))
  const [day, setDay] = useState(() => dayLimitFor(riskOf(tools, tool), rule))
  const [scope, setScope] = useState<RuleScope>(rule?.scope ?? { kind: 'always' })
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('select')?.focus(), [])

  const matchers = matchersOf(limits)
  const risk = riskOf(tools, tool)
  const unlimited = matchers !== null && needsLimit({ effect, scope, matchers }, risk)
  // a high risk has its own limit in main, and what does not run needs none
  const hasDayLimit = effect === 'allow' && (risk !== 'high' || tool === EVERY_TOOL)
  const perDay = hasDayLimit ? perDayOf(day) : {}
  const ready = matchers !== null && perDay !== null && !unlimited
  const names = [...new Set([...tools.map((one) => one.name), ...(rule === null ? [] : [rule.tool])])].filter((name) => name !== EVERY_TOOL)

  const save = async () => {
    if (!ready) return
    const facts = { tool, matchers, scope, effect, ...perDay }
    const draft = { ...facts, ruleId: rule?.ruleId ?? null, name: ruleName(facts) }
    const reply = await actions.saveRule(draft)
    if (reply.ok) onClose()
    else setRefusal(reply.error.message)
  }

  return (
    <form
      ref={form}
      className={`${styles.box} ${formStyles.form}`}
      aria-labelledby="rule-form-heading"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <h3 className={formStyles.formName} id="rule-form-heading">
        {i18n.t(rule === null ? 'rules.new' : 'rules.editing')}
      </h3>
      <div className={formStyles.formRow}>
        <span className={formStyles.formLabel}>{i18n.t('rules.tool')}</span>
        <Select
          value={tool}
          label={i18n.t('rules.tool')}
          choices={[...names.map((value) => ({ value, label: value })), { value: EVERY_TOOL, label: i18n.t('rules.everyTool') }]}
          onChange={(value) => {
            setTool(value)
            setLimits(limitsFor(tools, value, []))
            setDay(dayLimitFor(riskOf(tools, value)))
          }}
        />
      </div>
      <div className={formStyles.formRow}>
        <span className={formStyles.formLabel}>{i18n.t('rules.decision')}</span>
        <EffectChoice label={i18n.t('rules.decision')} value={effect} onChange={setEffect} />
      </div>
      {limits.length > 0 && (
        <div>
          <p className={formStyles.formLabel}>{i18n.t('rules.limits')}</p>
          <LimitRows limits={limits} onChange={setLimits} />
        </div>
      )}
      {hasDayLimit && <DayLimitRow limit={day} onChange={setDay} />}
      <div className={formStyles.formRow}>
        <span className={formStyles.formLabel}>{i18n.t('rules.where')}</span>
        <Select
          value={scope.kind}
          label={i18n.t('rules.where')}
          choices={[
            { value: 'always', label: i18n.t('rules.everywhere') },
            ...(scope.kind === 'conversation' || conversationId !== null
              ? [{ value: 'conversation', label: i18n.t('rules.onlyIn', { title }) } as const]
              : []),
          ]}
          onChange={(kind) => setScope(scopeOf(kind, rule?.scope, conversationId))}
        />
      </div>
      {unlimited && <Fault>{i18n.t('always.needsLimit')}</Fault>}
      {refusal !== null && (
        <div role="alert">
          <Fault>{refusal}</Fault>
        </div>
      )}
      <div className={formStyles.formButtons}>
        <Button look="plain" onClick={onClose}>
          {i18n.t('edit.cancel')}
        </Button>
        <Button look="ink" type="submit" aria-disabled={!ready}>
          {i18n.t('rules.save')}
        </Button>
      </div>
    </form>
  )
}

/** The risk of a tool; of every tool together, and of one that is gone, the highest it can be and the lowest. */
function riskOf(tools: readonly ToolSummary[], tool: string): ToolSummary['risk'] {
  return tools.find((one) => one.name === tool)?.risk ?? (tool === EVERY_TOOL ? 'high' : 'low')
}

/** A rule for some conversation keeps its scope. */
function scopeOf(kind: RuleScope['kind'], before: RuleScope | undefined, conversationId: string | null): RuleScope {
  if (kind === 'always') return { kind }
  if (before?.kind === 'conversation') return before
  return conversationId === null ? { kind: 'always' } : { kind, conversationId }
}
