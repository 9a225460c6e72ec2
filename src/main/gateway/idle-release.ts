import type { Clock } from '../../shared/lib/clock'
import type { DeferredTasks } from './deferred-tasks'

/** Who keeps something of a conversation while a client may come back to it. */
export interface IdleResource {
  /** Something of it is going on: it can't be let go. */
  isBusy(conversationId: string): boolean
  /** Lets go of all that is kept of it; what is stored stays. */
  release(conversationId: string): void
}

/** Lets go of conversations that no client has used for a while: they begin anew, over what is stored, when one comes back. */
export interface IdleRelease {
  keep(keeper: IdleResource): void
  /** The gateway is open again, and nothing is waited for. */
  begin(): void
  /** A client uses this conversation, or has just left it. */
  used(conversationId: string): void
}

export interface IdleReleaseOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly later: DeferredTasks
  /** ms */
  readonly idle: number
  /** Asked last: lets go of the conversation itself. False where it can't be yet. */
  letGo(conversationId: string): boolean
}

export function createIdleRelease({ clock, later, idle, letGo }: IdleReleaseOptions): IdleRelease {
  const keepers: IdleResource[] = []
  /** conversationId → when it was used last; each has one timer */
  const usedAt = new Map<string, number>()

  function wait(conversationId: string, milliseconds: number): void {
    later.after(milliseconds, () => look(conversationId))
  }

  function look(conversationId: string): void {
    const left = (usedAt.get(conversationId) ?? 0) + idle - clock.now()
    if (left > 0) wait(conversationId, left)
    else if (keepers.some((keeper) => keeper.isBusy(conversationId)) || !letGo(conversationId)) wait(conversationId, idle)
    else {
      usedAt.delete(conversationId)
      for (const keeper of keepers) keeper.release(conversationId)
    }
  }

  return {
    keep: (keeper) => void keepers.push(keeper),
    begin() {
      for (const conversationId of usedAt.keys()) wait(conversationId, idle)
    },
    used(conversationId) {
      if (!usedAt.has(conversationId)) wait(conversationId, idle)
      usedAt.set(conversationId, clock.now())
    },
  }
}
