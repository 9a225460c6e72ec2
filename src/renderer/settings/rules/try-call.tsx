import { useEffect, useRef, useState } from 'react'
import { ruleNameText } from '../../../shared/approvals/rule-name'
import type { CallReply } from '../../../shared/ipc/contract'
import type { ToolSummary } from '../../../shared/ipc/tool-calls'
import type { JsonObject } from '../../../shared/lib/json'
import type { Result } from '../../../shared/lib/result'
import { makeVisible } from '../../../shared/text/make-visible'
import { readArgument } from '../../approval/edited-arguments'
import { useI18n } from '../../i18n/i18n-provider'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import field from '../../ui/field.module.css'
import { Select } from '../../ui/select'
import { EffectMark } from './effect-mark'
import formStyles from './rule-form.module.css'
import styles from './rules-section.module.css'

/**
 * Tries a call against the rules: the decision, and why each rule before the deciding one did not apply. Nothing is
 * run.
 */
export function TryCall({ tools, onClose }: { readonly tools: readonly ToolSummary[]; onClose(): void }) {
  const i18n = useI18n()
  const { client } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const [toolName, setToolName] = useState(tools[0]?.name ?? '')
  const [texts, setTexts] = useState<{ readonly [key: string]: string }>({})
  const [outcome, setOutcome] = useState<Result<CallReply<'rules.try'>> | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('select')?.focus(), [])

  const tool = tools.find((one) => one.name === toolName)
  const { input, faults } = inputOf(tool, texts)
  const ask = async () => {
    if (input !== null) setOutcome(await client.call('rules.try', { toolName, input, conversationId }))
  }

  return (
    <form
      ref={form}
      className={`${styles.box} ${formStyles.form}`}
      aria-labelledby="try-heading"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <h3 className={formStyles.formName} id="try-heading">
        {i18n.t('rules.try')}
      </h3>
      <div className={formStyles.formRow}>
        <span className={formStyles.formLabel}>{i18n.t('rules.tool')}</span>
        <Select
          value={toolName}
          label={i18n.t('rules.tool')}
          choices={tools.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) => {
            setToolName(name)
            setTexts({})
            setOutcome(null)
          }}
        />
      </div>
      {tool?.arguments.map(({ key }) => (
        <label key={key} className={formStyles.tryRow}>
          <code className={formStyles.formLabel}>{key}</code>
          <span>
            <input
              className={field.field}
              value={texts[key] ?? ''}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={faults.includes(key)}
              onChange={(event) => {
                setTexts({ ...texts, [key]: event.currentTarget.value })
                setOutcome(null)
              }}
            />
            {faults.includes(key) && <Fault>{i18n.t('try.fault')}</Fault>}
          </span>
        </label>
      ))}
      <div role="status">
        {outcome !== null && (outcome.ok ? <Outcome outcome={outcome.value} /> : <Fault>{outcome.error.message}</Fault>)}
      </div>
      <div className={formStyles.formButtons}>
        <Button look="plain" onClick={onClose}>
          {i18n.t('app.close')}
        </Button>
        <Button look="ink" type="submit" aria-disabled={input === null}>
          {i18n.t('try.ask')}
        </Button>
      </div>
    </form>
  )
}

function Outcome({ outcome }: { readonly outcome: CallReply<'rules.try'> }) {
  const i18n = useI18n()
  return (
    <>
      <p className={styles.verdict}>
        <EffectMark effect={outcome.effect} />
        <span>
          {i18n.t(`try.because.${outcome.effect}`, { number: outcome.number, name: makeVisible(ruleNameText(outcome.name, i18n)) })}
        </span>
      </p>
      <ol className={styles.trail}>
        {outcome.trail.map((step) => (
          <li key={step.number} className={step.verdict === 'decides' ? styles.decides : undefined}>
            <span className={styles.number}>{step.number}</span>
            <span>
              {i18n.t('try.step', { name: makeVisible(ruleNameText(step.name, i18n)), verdict: i18n.t(`try.verdict.${step.verdict}`) })}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The entered arguments; null while one of them does not match its type. */
function inputOf(tool: ToolSummary | undefined, texts: { readonly [key: string]: string }) {
  const faults: string[] = []
  const pairs: [string, JsonObject[string]][] = []
  for (const { key, type } of tool?.arguments ?? []) {
    const text = texts[key] ?? ''
    if (text === '') continue
    const value = readArgument(type, text)
    if (value === undefined) faults.push(key)
    else pairs.push([key, value])
  }
  return { faults, input: faults.length === 0 ? Object.fromEntries(pairs) : null }
}
