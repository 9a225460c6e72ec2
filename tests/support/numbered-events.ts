import type { ThreadEvent } from '../../src/shared/protocol/replay-guard'
import { type Happening, play } from './converter-script'

type Unnumbered = ThreadEvent extends infer Event ? (Event extends ThreadEvent ? Omit<Event, 'seq'> : never) : never

/** The numbered events of a conversation: the answer to an approval comes before what settles its call, as in main. */
export function numberedEvents(script: readonly Happening[]): readonly ThreadEvent[] {
  const questions = new Map<string, string>()
  const events: ThreadEvent[] = []
  const add = (event: Unnumbered) => events.push({ ...event, seq: events.length })
  for (const placed of play(script)) {
    const { chunk, messageId } = placed
    if (chunk.type === 'tool-approval-request') questions.set(chunk.toolCallId, chunk.approvalId)
    const approvalId = 'toolCallId' in chunk && chunk.type.startsWith('tool-output') ? questions.get(chunk.toolCallId) : undefined
    const approved = chunk.type === 'tool-output-denied' ? false : chunk.type === 'tool-output-error' ? null : true
    if (approvalId !== undefined) add({ kind: 'answer', answer: { messageId, approvalId, approved, reason: null } })
    add({ kind: 'chunk', placed })
  }
  return events
}
