import type { Approval, Decision } from '../../../shared/approvals/approval'
import type { Clock } from '../../../shared/lib/clock'
import type { Desktop } from '../../platform/desktop'
import type { NotifyAsChosen } from '../../platform/notifications/notify-as-chosen'
import type { Disposable, Platform } from '../../platform/platform'
import { approvalNotification } from '../approval-notification-text'
import { promptSurface } from './prompt-surface'

/** Shows notifications for approvals while the window is visible but not in front: once for each. */
export interface ApprovalNotifications {
  /** An approval changed, or what the user can see. */
  update(): void
  close(): void
}

/** Dependencies. `decide` is the queue's own check: a late answer changes nothing. */
export interface ApprovalNotificationsOptions {
  readonly platform: Pick<Platform, 'windowVisible' | 'windowFocused'>
  readonly desktop: Pick<Desktop, 'notificationButtons'>
  readonly notify: NotifyAsChosen
  readonly clock: Clock
  /** whether the talk overlay asks while no window is visible */
  overlayAsks(): boolean
  /** the language of the user, for example `ja` or `en-GB` */
  locale(): string
  open(): readonly Approval[]
  secretArguments(toolName: string): readonly string[]
  decide(decision: Decision): void
  /** Leads the user to the approval card; the window is in front. */
  show(approvalId: string): void
}

/** An earlier press after the notification appeared was meant for what was under it, as with the keys of a card. */
const TOO_SOON_MS = 500

/** Creates the notifier; call `update` after every change. */
export function createApprovalNotifications(options: ApprovalNotificationsOptions): ApprovalNotifications {
  const { platform, desktop, clock } = options
  const showing = new Map<string, Disposable>()
  /** approvals that the user has seen or was notified of */
  const known = new Set<string>()

  function takeAway(approvalId: string): void {
    showing.get(approvalId)?.dispose()
    showing.delete(approvalId)
  }

  function notify(approval: Approval): void {
    const { approvalId, inputHash, toolName, expiresAt } = approval
    const limits = { buttons: desktop.notificationButtons(), secretArguments: options.secretArguments(toolName) }
    const { title, body, buttons, answers } = approvalNotification(approval, options.locale(), limits)
    let since = clock.now()
    const notification = options.notify(
      'question',
      { title, body, buttons, lastsMs: Math.max(1, expiresAt - since) },
      {
        clicked: () => options.show(approvalId),
        pressed(index) {
          const approved = answers[index]
          if (clock.now() - since < TOO_SOON_MS) remind(approval)
          else if (approved !== undefined) options.decide({ approvalId, inputHash, approved })
        },
        shown() {
          since = clock.now()
        },
        failed: () => remind(approval),
      },
    )
    showing.set(approvalId, notification)
  }

  /** If it was removed meanwhile, nothing is shown. */
  function remind(approval: Approval): void {
    if (!showing.has(approval.approvalId)) return
    takeAway(approval.approvalId)
    notify(approval)
  }

  return {
    update() {
      const place = promptSurface(platform, options.overlayAsks())
      const questions = options.open()
      for (const approvalId of [...showing.keys()]) {
        if (place !== 'notification' || !questions.some((one) => one.approvalId === approvalId)) takeAway(approvalId)
      }
      if (place === 'dialog') return
      for (const approval of questions) {
        if (known.has(approval.approvalId)) continue
        known.add(approval.approvalId)
        if (place === 'notification') notify(approval)
      }
    },
    close: () => [...showing.keys()].forEach(takeAway),
  }
}
