import { Ban, MessageSquareX, MessagesSquare, SlidersHorizontal } from 'lucide-react'
import type { Approval } from '../../shared/approvals/approval'
import { makeVisible } from '../../shared/text/make-visible'
import type { Translator } from '../i18n/translate'
import type { MenuAction } from '../ui/menu'
import { addressLimits, suggestedLimits } from './limit-drafts'
import { limitText } from './limit-text'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The actions of the further answers. */
export interface MoreAnswerActs {
  onAllowHere(): void
  onAlways(): void
  onReason(): void
  onAlwaysDeny(): void
}

/** The answers that apply to more than this call, and the denial with a message, in groups. */
export function moreAnswers(approval: Approval, i18n: Translator, acts: MoreAnswerActs): readonly (readonly MenuAction[])[] {
  const high = approval.risk === 'high'
  const tool = makeVisible(approval.toolName)
  const limits = limitText(rememberedHere(approval).matchers, i18n)
  const remembering: readonly MenuAction[] = [
    {
      id: 'allow-here',
      name: i18n.t('more.here'),
      line: limits === '' ? i18n.t('more.hereLine', { tool }) : limits,
      icon: <MessagesSquare {...icon} />,
      run: acts.onAllowHere,
    },
    {
      id: 'always',
      name: i18n.t(high ? 'more.alwaysLimits' : 'more.always'),
      line: i18n.t(high ? 'more.alwaysLimitsLine' : 'more.alwaysLine'),
      icon: <SlidersHorizontal {...icon} />,
      staysAway: true,
      run: acts.onAlways,
    },
  ]
  return [
    // a rule can only be created with the answer to a call's last approval
    ...(approval.step.index < approval.step.of ? [] : [remembering]),
    [
      {
        id: 'deny-reason',
        name: i18n.t('more.reason'),
        line: i18n.t('more.reasonLine'),
        icon: <MessageSquareX {...icon} />,
        staysAway: true,
        run: acts.onReason,
      },
      {
        id: 'always-deny',
        name: i18n.t('more.alwaysDeny', { tool }),
        line: i18n.t('more.alwaysDenyLine'),
        icon: <Ban {...icon} />,
        run: acts.onAlwaysDeny,
      },
    ],
  ]
}

/** The rule for a yes in the whole conversation: for a risky call limited to "the same again", for an address to its host. */
export function rememberedHere({ risk, input }: Pick<Approval, 'risk' | 'input'>) {
  return { scope: 'conversation', matchers: risk === 'high' ? suggestedLimits(input) : addressLimits(input) } as const
}
