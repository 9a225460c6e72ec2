import type { LoadedThread } from '../state/app-state'

/** The name of the running call, for the dock's second line; null if none runs. */
export function runningToolName(loaded: LoadedThread | undefined): string | null {
  const last = loaded?.thread.messages.at(-1)
  if (last?.role !== 'assistant') return null
  for (const part of last.parts.toReversed()) {
    if (part.type === 'dynamic-tool' && (part.state === 'input-available' || part.state === 'approval-responded')) return part.toolName
  }
  return null
}
