import type { Approval } from '../../shared/approvals/approval'
import type { JsonObject } from '../../shared/lib/json'
import { makeVisible } from '../../shared/text/make-visible'
import { ArgumentBox } from '../approval/argument-box'
import { useWords } from '../i18n/words'
import type { CallPart } from './call-state'
import styles from './tool-details.module.css'

/** Arguments, result and the rule that asked, of one call. */
export function ToolDetails({ part, approval }: { readonly part: CallPart; readonly approval: Approval | undefined }) {
  const words = useWords()
  const input: unknown = part.input
  return (
    <>
      <section>
        <h2 className={styles.heading}>{words.say('tool.arguments')}</h2>
        {isObject(input) ? <ArgumentBox input={input} /> : <p className={styles.none}>{words.say('tool.noArguments')}</p>}
      </section>
      {part.state === 'output-available' && (
        <section>
          <h2 className={styles.heading}>{words.say('tool.output')}</h2>
          {isObject(part.output) ? (
            <ArgumentBox input={part.output} />
          ) : (
            <pre className={styles.raw}>{JSON.stringify(part.output, null, 2)}</pre>
          )}
        </section>
      )}
      {part.state === 'output-error' && (
        <section>
          <h2 className={styles.heading}>{words.say('tool.failure')}</h2>
          <p className={styles.text}>{makeVisible(part.errorText)}</p>
        </section>
      )}
      {approval !== undefined && (
        <section>
          <h2 className={styles.heading}>{words.say('tool.rule')}</h2>
          <p className={styles.text}>
            {words.say('tool.ruleName', { number: approval.rule.number, name: approval.rule.name[words.language] })}
          </p>
        </section>
      )}
    </>
  )
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
