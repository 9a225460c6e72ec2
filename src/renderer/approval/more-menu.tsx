import { Ban, ChevronDown, MessageSquareX, MessagesSquare, SlidersHorizontal } from 'lucide-react'
import type { Approval } from '../../shared/approvals/approval'
import { makeVisible } from '../../shared/text/make-visible'
import { useWords } from '../i18n/words'
import { Menu, type MenuAction } from '../ui/menu'
import styles from './approval-card.module.css'
import { suggestedLimits } from './limit-drafts'
import { limitWords } from './limit-words'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

interface MoreMenuProps {
  readonly approval: Approval
  readonly open: boolean
  onOpenChange(open: boolean): void
  onAllowHere(): void
  onAlways(): void
  onReason(): void
  onAlwaysDeny(): void
}

/** The answers that hold for more than this call, and the denial with words. */
export function MoreMenu({ approval, open, onOpenChange, onAllowHere, onAlways, onReason, onAlwaysDeny }: MoreMenuProps) {
  const words = useWords()
  const high = approval.risk === 'high'
  const tool = makeVisible(approval.toolName)
  const limits = high ? limitWords(suggestedLimits(approval.input), words) : ''
  const remembering: readonly MenuAction[] = [
    {
      id: 'allow-here',
      name: words.say('more.here'),
      line: limits === '' ? words.say('more.hereLine', { tool }) : limits,
      icon: <MessagesSquare {...icon} />,
      run: onAllowHere,
    },
    {
      id: 'always',
      name: words.say(high ? 'more.alwaysLimits' : 'more.always'),
      line: words.say(high ? 'more.alwaysLimitsLine' : 'more.alwaysLine'),
      icon: <SlidersHorizontal {...icon} />,
      staysAway: true,
      run: onAlways,
    },
  ]
  return (
    <Menu
      open={open}
      onOpenChange={onOpenChange}
      opener={{
        label: words.say('more.open'),
        className: styles.moreButton,
        face: <ChevronDown size={16} strokeWidth={2} aria-hidden className={open ? styles.turned : undefined} />,
      }}
      groups={[
        // a rule is made of the answer to a call's last question
        ...(approval.step.index < approval.step.of ? [] : [remembering]),
        [
          {
            id: 'deny-reason',
            name: words.say('more.reason'),
            line: words.say('more.reasonLine'),
            icon: <MessageSquareX {...icon} />,
            staysAway: true,
            run: onReason,
          },
          {
            id: 'always-deny',
            name: words.say('more.alwaysDeny', { tool }),
            line: words.say('more.alwaysDenyLine'),
            icon: <Ban {...icon} />,
            run: onAlwaysDeny,
          },
        ],
      ]}
    />
  )
}
