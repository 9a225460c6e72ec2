import type { OpenCall } from '../../shared/protocol/open-call'

/** Tells what changed among the open calls of a conversation. */
export interface CallTracker {
  /** Takes the calls that are open now: which are new since the last time, and the ids of those that are not open any more. */
  seen(calls: readonly OpenCall[]): { readonly opened: readonly OpenCall[]; readonly gone: readonly string[] }
}

/** Makes a tracker that knows of no call yet. */
export function createCallTracker(): CallTracker {
  let known: ReadonlySet<string> = new Set()
  return {
    seen(calls) {
      const now = new Set(calls.map(({ toolCallId }) => toolCallId))
      const opened = calls.filter(({ toolCallId }) => !known.has(toolCallId))
      const gone = [...known].filter((toolCallId) => !now.has(toolCallId))
      known = now
      return { opened, gone }
    },
  }
}
