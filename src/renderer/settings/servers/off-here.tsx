import { useEffect, useState } from 'react'
import type { RuleDraft } from '../../../shared/approvals/policy-rule'
import { ruleName } from '../../../shared/approvals/rule-name'
import { useI18n } from '../../i18n/i18n-provider'
import { useApp, useServices } from '../../state/context'
import { currentTitle } from '../../state/selectors'
import { Fault } from '../../ui/fault'
import field from '../../ui/field.module.css'
import { shownTitle } from '../../ui/shown-title'
import styles from './servers.module.css'

/**
 * Whether the server is off in the conversation that is open: a rule that denies all its tools there, so that they are not declared either.
 * The rule stands with the others under *Tools and rules*.
 */
export function OffHere({ name }: { readonly name: string }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const title = useApp(currentTitle)
  const rules = useApp((state) => state.rules)
  const [failure, setFailure] = useState<string | null>(null)
  const isRead = rules !== null
  useEffect(() => {
    if (!isRead) void actions.readRules()
  }, [actions, isRead])
  if (conversationId === null || rules === null) return null
  const tool = `${name}__*`
  const off = rules.find(
    ({ rule }) =>
      rule.tool === tool && rule.effect === 'deny' && rule.scope.kind === 'conversation' && rule.scope.conversationId === conversationId,
  )
  const change = async (isOff: boolean) => {
    const facts: Pick<RuleDraft, 'tool' | 'matchers' | 'scope' | 'effect'> = {
      ...{ tool, matchers: [], effect: 'deny' },
      scope: { kind: 'conversation', conversationId },
    }
    const reply = isOff
      ? await actions.saveRule({ ...facts, ruleId: null, name: ruleName(facts) })
      : await actions.removeRule(off?.rule.ruleId ?? '')
    setFailure(reply.ok ? null : i18n.t('settings.failed', { reason: reply.error.message }))
  }
  return (
    <>
      <label className={styles.choice}>
        <input
          type="checkbox"
          className={field.check}
          checked={off !== undefined}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        {i18n.t('servers.offHere', { title: shownTitle(title, i18n) })}
      </label>
      {failure !== null && <Fault>{failure}</Fault>}
    </>
  )
}
