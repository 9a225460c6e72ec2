import { EyeOff } from 'lucide-react'
import type { PolicyEffect } from '../../../shared/approvals/policy-rule'
import type { ToolSummary } from '../../../shared/ipc/tool-calls'
import { RiskMark } from '../../approval/risk-chip'
import { useI18n } from '../../i18n/i18n-provider'
import { EffectChoice } from './effect-choice'
import styles from './rules-section.module.css'

interface ToolListProps {
  readonly tools: readonly ToolSummary[]
  onChoose(toolName: string, effect: PolicyEffect): void
}

/** Each tool: what it does, where it runs, its risk, and what happens to its calls when no rule applies. */
export function ToolList({ tools, onChoose }: ToolListProps) {
  const i18n = useI18n()
  return (
    <section className={styles.section} aria-labelledby="tools-heading">
      <div className={styles.head}>
        <h2 className={styles.heading} id="tools-heading">
          {i18n.t('tools.heading')}
        </h2>
      </div>
      <div className={`${styles.box} ${styles.tools}`}>
        <div className={styles.tableHead} aria-hidden="true">
          <span>{i18n.t('tools.tool')}</span>
          <span>{i18n.t('tools.runsIn')}</span>
          <span>{i18n.t('tools.risk')}</span>
          <span className={styles.end}>{i18n.t('tools.default')}</span>
        </div>
        <ul>
          {tools.map((tool) => (
            <li key={tool.name} className={styles.row} data-tool={tool.name}>
              <div>
                <code className={styles.name}>{tool.name}</code>
                <span className={styles.line}>{i18n.of(tool.hint)}</span>
                {tool.hiddenFromModel && (
                  <span className={styles.hidden}>
                    <EyeOff size={13} strokeWidth={2} aria-hidden />
                    {i18n.t('tools.hidden')}
                  </span>
                )}
              </div>
              <span className={styles.runs}>{i18n.t(`tools.runs.${tool.runs}`)}</span>
              <RiskMark risk={tool.risk} />
              <EffectChoice
                label={i18n.t('tools.choice', { tool: tool.name })}
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
