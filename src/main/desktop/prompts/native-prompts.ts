import type { Approval, Decision } from '../../../shared/approvals/approval'
import type { Platform } from '../../platform/platform'
import { promptSurface } from './prompt-surface'

/** Asks with native dialogs while no window is visible: one approval at a time, the one that expires first at the head. */
export interface NativePrompts {
  /** An approval changed, or what the user can see. */
  update(): void
  close(): void
}

/** Dependencies. `decide` is the queue's own check: a late answer changes nothing. */
export interface NativePromptsOptions {
  readonly platform: Pick<Platform, 'askNatively' | 'windowVisible' | 'windowFocused'>
  /** whether the talk overlay asks while no window is visible */
  overlayAsks(): boolean
  /** the language of the user, for example `ja` or `en-GB` */
  locale(): string
  open(): readonly Approval[]
  decide(decision: Decision): void
  report(error: unknown): void
}

/** Creates the prompts; call `update` after every change. A dialog that the user dismisses is not shown again for that approval. */
export function createNativePrompts({ platform, overlayAsks, locale, open, decide, report }: NativePromptsOptions): NativePrompts {
  let asking: { readonly approvalId: string; readonly abort: AbortController } | null = null
  const dismissed = new Set<string>()
  let closed = false

  function update(): void {
    if (closed) return
    const questions = open()
    const stillOpen = asking !== null && questions.some(({ approvalId }) => approvalId === asking?.approvalId)
    const elsewhere = promptSurface(platform, overlayAsks()) !== 'dialog'
    if (asking !== null && (elsewhere || !stillOpen)) asking.abort.abort()
    if (asking !== null || elsewhere) return
    const next = questions.find(({ approvalId }) => !dismissed.has(approvalId))
    if (next !== undefined) void ask(next)
  }

  async function ask(approval: Approval): Promise<void> {
    const abort = new AbortController()
    asking = { approvalId: approval.approvalId, abort }
    try {
      const approved = await platform.askNatively(approval, locale(), abort.signal)
      if (approved !== null && !abort.signal.aborted) decide({ approvalId: approval.approvalId, inputHash: approval.inputHash, approved })
      else if (!abort.signal.aborted) dismissed.add(approval.approvalId)
    } catch (error) {
      dismissed.add(approval.approvalId)
      report(error)
    } finally {
      asking = null
    }
    update()
  }

  return {
    update,
    close() {
      closed = true
      asking?.abort.abort()
    },
  }
}
