import type { Approval, Decision } from '../../../shared/approvals/approval'
import type { Clock } from '../../../shared/lib/clock'
import type { Emit } from '../../lib/emit'
import type { NotifyAsChosen } from '../../platform/notifications/notify-as-chosen'
import type { Platform } from '../../platform/platform'
import { createApprovalNotifications } from './approval-notifications'
import { createNativePrompts } from './native-prompts'

/** Asks for open approvals outside the windows: in dialogs and notifications. */
export interface ExternalPrompts {
  /** An approval changed, or what the user can see. */
  update(): void
  close(): void
}

/** Dependencies. `decide` is the queue's own check: a late answer changes nothing. */
export interface ExternalPromptsOptions {
  readonly platform: Pick<Platform, 'askNatively' | 'windowVisible' | 'windowFocused' | 'onVisibilityChange' | 'desktop'>
  readonly notify: NotifyAsChosen
  readonly clock: Clock
  /** whether the talk overlay asks while no window is visible */
  overlayAsks(): boolean
  /** the language of the user, for example `ja` or `en-GB` */
  locale(): string
  open(): readonly Approval[]
  secretArguments(toolName: string): readonly string[]
  decide(decision: Decision): void
  readonly emit: Emit
  report(error: unknown): void
}

/** Connects them. A host without a desktop has only dialogs, if any. */
export function createExternalPrompts(options: ExternalPromptsOptions): ExternalPrompts {
  const { platform, emit } = options
  const { desktop } = platform
  const show = (approvalId: string | null): void => emit('question.show', { approvalId })
  const dialogs = createNativePrompts(options)
  const notifications = desktop === null ? null : createApprovalNotifications({ ...options, desktop, show })

  function update(): void {
    dialogs.update()
    notifications?.update()
  }
  const visibility = platform.onVisibilityChange(update)

  return {
    update,
    close() {
      visibility.dispose()
      dialogs.close()
      notifications?.close()
    },
  }
}
