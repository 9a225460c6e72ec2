import type { Approval } from '../../shared/approvals/approval'
import type { CallSummary } from '../../shared/approvals/call-summary'
import { ruleNameText } from '../../shared/approvals/rule-name'
import type { JsonObject } from '../../shared/lib/json'
import { makeVisible } from '../../shared/text/make-visible'
import { ArgumentBox } from '../approval/argument-box'
import { useI18n } from '../i18n/i18n-provider'
import type { CallPart } from './call-state'
import { failureMessage } from './failure-message'
import styles from './tool-details.module.css'

interface ToolDetailsProps {
  readonly part: CallPart
  readonly approval: Approval | undefined
  readonly call: CallSummary | undefined
}

/** Arguments as sent and as edited, result, and deciding rule of one call. */
export function ToolDetails({ part, approval, call }: ToolDetailsProps) {
  const i18n = useI18n()
  const input: unknown = part.input
  const edited = approval?.editedInput ?? call?.editedInput ?? null
  const rule = call ?? approval?.rule
  return (
    <>
      <section>
        <h2 className={styles.heading}>{i18n.t(edited === null ? 'tool.arguments' : 'tool.sentArguments')}</h2>
        {isObject(input) ? <ArgumentBox input={input} /> : <p className={styles.none}>{i18n.t('tool.noArguments')}</p>}
      </section>
      {edited !== null && (
        <section>
          <h2 className={styles.heading}>{i18n.t('tool.editedArguments')}</h2>
          <ArgumentBox input={edited} />
        </section>
      )}
      {part.state === 'output-available' && (
        <section>
          <h2 className={styles.heading}>{i18n.t('tool.output')}</h2>
          {isObject(part.output) ? (
            <ArgumentBox input={part.output} />
          ) : (
            <pre className={styles.raw}>{JSON.stringify(part.output, null, 2)}</pre>
          )}
        </section>
      )}
      {part.state === 'output-error' && (
        <section>
          <h2 className={styles.heading}>{i18n.t('tool.failure')}</h2>
          <p className={styles.text}>{makeVisible(failureMessage(part, call, i18n))}</p>
        </section>
      )}
      {rule !== undefined && (
        <section>
          <h2 className={styles.heading}>{i18n.t('tool.rule')}</h2>
          <p className={styles.text}>{i18n.t('tool.ruleName', { name: makeVisible(ruleNameText(rule.name, i18n)) })}</p>
        </section>
      )}
    </>
  )
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
