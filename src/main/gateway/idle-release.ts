import type { Clock, Timer } from '../../shared/lib/clock'
import type { DeferredTasks } from './deferred-tasks'

/** A holder of conversation resources while a client may return. */
export interface IdleResource {
  /** Whether the conversation is in use and cannot be released. */
  isBusy(conversationId: string): boolean
  /** Releases everything held for the conversation; stored data stays. */
  release(conversationId: string): void
}

/** Releases conversations that no client has used for a while, sooner where they are many. When a client returns, they restart from the store. */
export interface IdleRelease {
  keep(keeper: IdleResource): void
  /** The gateway is open again; nothing is pending. */
  begin(): void
  /** A client uses this conversation, or has just left it. */
  used(conversationId: string): void
}

export interface IdleReleaseOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly later: DeferredTasks
  /** ms */
  readonly idle: number
  /** so many conversations are kept at hand for that long; beyond them the longest unused go after `soon` ms */
  readonly atHand: number
  readonly soon: number
  /** Called last: releases the conversation itself. False if that is not possible yet. */
  letGo(conversationId: string): boolean
}

export function createIdleRelease({ clock, later, idle, atHand, soon, letGo }: IdleReleaseOptions): IdleRelease {
  const keepers: IdleResource[] = []
  /** conversationId → time of last use, the longest unused first; each has one timer */
  const usedAt = new Map<string, number>()
  const timers = new Map<string, Timer>()

  function wait(conversationId: string, milliseconds: number): void {
    timers.get(conversationId)?.cancel()
    timers.set(
      conversationId,
      later.after(milliseconds, () => look(conversationId)),
    )
  }

  function look(conversationId: string): void {
    const last = usedAt.get(conversationId)
    if (last === undefined) return
    const left = last + idle - clock.now()
    if (left > 0) wait(conversationId, left)
    else if (!release(conversationId)) wait(conversationId, idle)
  }

  function release(conversationId: string): boolean {
    if (keepers.some((keeper) => keeper.isBusy(conversationId)) || !letGo(conversationId)) return false
    usedAt.delete(conversationId)
    timers.get(conversationId)?.cancel()
    timers.delete(conversationId)
    for (const keeper of keepers) keeper.release(conversationId)
    return true
  }

  function makeRoom(): void {
    for (const [conversationId, last] of usedAt) {
      if (usedAt.size <= atHand || last + soon > clock.now()) return
      release(conversationId)
    }
  }

  return {
    keep: (keeper) => void keepers.push(keeper),
    begin() {
      for (const conversationId of usedAt.keys()) wait(conversationId, idle)
    },
    used(conversationId) {
      if (!usedAt.delete(conversationId)) wait(conversationId, idle)
      usedAt.set(conversationId, clock.now())
      makeRoom()
    },
  }
}
