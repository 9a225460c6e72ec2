import type { Approval } from '../../../shared/approvals/approval'
import type { Clock, Timer } from '../../../shared/lib/clock'

/** Expires approvals when their time is up. */
export interface Expiry {
  watch(approval: Approval): void
  forget(approvalId: string): void
  close(): void
}

/** How long, in ms, until an expiry that could not be stored is retried. The approval cannot be granted meanwhile. */
const RETRY_MS = 1000

/** Calls `expire` once for each watched approval when its time is up, and again later if that threw. */
export function createExpiry(clock: Clock, expire: (approvalId: string) => void, report: (error: unknown) => void): Expiry {
  const timers = new Map<string, Timer>()

  function schedule(approvalId: string, delayMs: number): void {
    timers.get(approvalId)?.cancel()
    timers.set(
      approvalId,
      clock.after(Math.max(0, delayMs), () => {
        timers.delete(approvalId)
        try {
          expire(approvalId)
        } catch (error) {
          report(error)
          schedule(approvalId, RETRY_MS)
        }
      }),
    )
  }

  return {
    watch: ({ approvalId, expiresAt }) => schedule(approvalId, expiresAt - clock.now()),
    forget(approvalId) {
      timers.get(approvalId)?.cancel()
      timers.delete(approvalId)
    },
    close() {
      for (const timer of timers.values()) timer.cancel()
      timers.clear()
    },
  }
}
