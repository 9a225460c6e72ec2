import { RecentMap } from '../../lib/recent-map'
import type { PlacedChunk } from '../chunks'
import { MessageLint, type SharedFacts } from './message-lint'

/** How many ids, and how many finished messages, are remembered. */
const REMEMBERED_IDS = 100_000
const REMEMBERED_MESSAGES = 1000

/** Follows an output and reports where it breaks rules 1–3 of the protocol (docs/protocol.md), in plain text. */
export interface StreamLint {
  /** Takes the next chunk; returns what is wrong with it. */
  take(placed: PlacedChunk): readonly string[]
  /** The output has ended; returns what it left open. */
  end(): readonly string[]
}

/** A lint for one output of any length: memory stays constant, and only old facts are forgotten. */
export function createStreamLint(): StreamLint {
  const messages = new Map<string, MessageLint>()
  const answers = new RecentMap<string>(REMEMBERED_IDS)
  const shared: SharedFacts = {
    toolCallIds: new RecentMap(REMEMBERED_IDS),
    approvalIds: new RecentMap(REMEMBERED_IDS),
    samples: new RecentMap(REMEMBERED_IDS),
  }

  function begin(placed: PlacedChunk): MessageLint {
    if (messages.size >= 2 * REMEMBERED_MESSAGES) forget()
    const message = new MessageLint(placed, shared)
    messages.set(placed.messageId, message)
    return message
  }

  /** Forgets finished messages first, then the oldest: their calls will hardly be settled any more. */
  function forget(): void {
    const surplus = [...messages].slice(0, REMEMBERED_MESSAGES)
    const over = surplus.filter(([, { isOver }]) => isOver)
    for (const [messageId] of over.length > 0 ? over : surplus) messages.delete(messageId)
  }

  /** One answer per turn. */
  function second({ turnId, messageId }: MessageLint): readonly string[] {
    const other = answers.get(turnId)
    if (other !== undefined) return [`turn ${turnId} has two assistant messages`]
    answers.set(turnId, messageId)
    return []
  }

  return {
    take(placed) {
      const known = messages.get(placed.messageId)
      const message = known ?? begin(placed)
      const twice = known === undefined && message.role === 'assistant' ? second(message) : []
      return [...twice, ...message.take(placed)]
    },
    end: () => [...messages.values()].flatMap((message) => message.end()),
  }
}

/** Everything that is wrong with a whole output. */
export function lintStream(output: readonly PlacedChunk[]): readonly string[] {
  const lint = createStreamLint()
  return [...output.flatMap((placed) => lint.take(placed)), ...lint.end()]
}
