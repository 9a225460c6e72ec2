import { EyeOff } from 'lucide-react'
import type { PolicyEffect } from '../../../shared/approvals/policy-rule'
import type { ToolSummary } from '../../../shared/ipc/tool-calls'
import { RiskMark } from '../../approval/risk-chip'
import { useWords } from '../../i18n/words'
import { EffectChoice } from './effect-choice'
import styles from './rules-section.module.css'

interface ToolListProps {
  readonly tools: readonly ToolSummary[]
  onChoose(toolName: string, effect: PolicyEffect): void
}

/** Each tool: what it does, where it runs, its risk, and what becomes of its calls when no rule speaks of them. */
export function ToolList({ tools, onChoose }: ToolListProps) {
  const words = useWords()
  return (
    <section className={styles.section} aria-labelledby="tools-heading">
      <div className={styles.head}>
        <h2 className={styles.heading} id="tools-heading">
          {words.say('tools.heading')}
        </h2>
      </div>
      <div className={`${styles.box} ${styles.tools}`}>
        <div className={styles.tableHead} aria-hidden="true">
          <span>{words.say('tools.tool')}</span>
          <span>{words.say('tools.runsIn')}</span>
          <span>{words.say('tools.risk')}</span>
          <span className={styles.end}>{words.say('tools.default')}</span>
        </div>
        <ul>
          {tools.map((tool) => (
            <li key={tool.name} className={styles.row} data-tool={tool.name}>
              <div>
                <code className={styles.name}>{tool.name}</code>
                <span className={styles.line}>{words.of(tool.hint)}</span>
                {tool.hiddenFromModel && (
                  <span className={styles.hidden}>
                    <EyeOff size={13} strokeWidth={2} aria-hidden />
                    {words.say('tools.hidden')}
                  </span>
                )}
              </div>
              <span className={styles.runs}>{words.say(`tools.runs.${tool.runs}`)}</span>
              <RiskMark risk={tool.risk} />
              <EffectChoice
                label={words.say('tools.choice', { tool: tool.name })}
                value={tool.approval}
                onChange={(effect) => onChoose(tool.name, effect)}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
