import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PolicyRule } from '../../../shared/approvals/policy-rule'
import { makeDirectionVisible } from '../../../shared/text/make-visible'
import { limitText } from '../../approval/limit-text'
import { useI18n } from '../../i18n/i18n-provider'
import type { NumberedRule } from '../../state/app-state'
import { useApp } from '../../state/context'
import button from '../../ui/button.module.css'
import { Menu } from '../../ui/menu'
import { EffectMark } from './effect-mark'
import styles from './rules-section.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

interface RuleListProps {
  readonly rules: readonly NumberedRule[]
  /** the rule that a card linked to */
  readonly shownNumber: number | null
  onEdit(rule: PolicyRule): void
  onMove(ruleId: string, place: number): void
  onRemove(ruleId: string): void
}

/** The rules in order; the number is the one that cards and lines of the thread show. Built-in rules are read-only. */
export function RuleList({ rules, shownNumber, onEdit, onMove, onRemove }: RuleListProps) {
  const i18n = useI18n()
  return (
    <div className={`${styles.box} ${styles.rules}`}>
      <div className={styles.tableHead} aria-hidden="true">
        <span />
        <span>{i18n.t('rules.decision')}</span>
        <span>{i18n.t('rules.call')}</span>
        <span>{i18n.t('rules.where')}</span>
        <span className={styles.end}>{i18n.t('rules.used')}</span>
      </div>
      <ul>
        {rules.map((one) => (
          <RuleRow
            key={one.rule.ruleId}
            number={one.number}
            rule={one.rule}
            uses={one.uses}
            shown={one.number === shownNumber}
            last={rules.length}
            onEdit={onEdit}
            onMove={onMove}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </div>
  )
}

interface RuleRowProps extends Pick<RuleListProps, 'onEdit' | 'onMove' | 'onRemove'> {
  readonly number: number
  readonly rule: PolicyRule
  readonly uses: number
  readonly shown: boolean
  readonly last: number
}

function RuleRow({ number, rule, uses, shown, last, onEdit, onMove, onRemove }: RuleRowProps) {
  const i18n = useI18n()
  const [open, setOpen] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const limits = limitText(rule.matchers, i18n, rule.mostPerDay)
  const { scope } = rule
  const title = useApp((state) =>
    scope.kind === 'conversation' ? state.conversations.find((one) => one.conversationId === scope.conversationId)?.title : undefined,
  )
  useEffect(() => {
    if (shown) row.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <li ref={row} className={`${styles.row} ${shown ? styles.shown : ''}`} data-rule={rule.ruleId} aria-current={shown || undefined}>
      <span className={styles.number}>{number}</span>
      <EffectMark effect={rule.effect} />
      <span className={styles.call}>
        {rule.tool === '*' ? i18n.t('rules.everyTool') : <code className={styles.name}>{rule.tool}</code>}{' '}
        {limits === '' ? i18n.t('rules.always') : limits}
      </span>
      <span className={styles.where}>
        {scope.kind === 'always' ? i18n.t('rules.everywhere') : makeDirectionVisible(title || i18n.t('rules.oneConversation'))}
      </span>
      <span className={`${styles.since} ${styles.end}`}>
        {uses === 0 ? i18n.t('rules.never') : i18n.count('rules.uses', uses)}
        {rule.origin === 'built-in' && <span className={styles.line}>{i18n.t('rules.builtIn')}</span>}
      </span>
      <span className={styles.menu}>
        {rule.origin === 'user' && (
          <Menu
            open={open}
            onOpenChange={setOpen}
            opener={{
              label: i18n.t('rules.more', { number }),
              className: button.icon,
              face: <Ellipsis {...icon} />,
            }}
            groups={[
              [
                {
                  id: 'edit',
                  name: i18n.t('rules.edit'),
                  icon: <Pencil {...icon} />,
                  staysAway: true,
                  run: () => onEdit(rule),
                },
                {
                  id: 'up',
                  name: i18n.t('rules.up'),
                  icon: <ArrowUp {...icon} />,
                  disabled: number === 1,
                  run: () => onMove(rule.ruleId, number - 1),
                },
                {
                  id: 'down',
                  name: i18n.t('rules.down'),
                  icon: <ArrowDown {...icon} />,
                  disabled: number === last,
                  run: () => onMove(rule.ruleId, number + 1),
                },
              ],
              [{ id: 'remove', name: i18n.t('rules.remove'), icon: <Trash2 {...icon} />, run: () => onRemove(rule.ruleId) }],
            ]}
          />
        )}
      </span>
    </li>
  )
}
