import type { PlacedChunk } from '../../shared/protocol/chunks'
import { type FoldedAnswer, foldAnswer, foldChunk, type Thread, threadFromMessages } from '../../shared/protocol/fold'
import type { UIMessage } from '../../shared/protocol/ui-message'
import type { LatestMessages } from '../storage/database/message-table'

/** As many messages of a thread stay in memory. The older ones leave it when there are twice as many. */
export const MESSAGES_IN_MEMORY = 256

/** Dependencies of a bounded thread. */
export interface BoundedThreadOptions {
  /** The stored messages of the thread, in reading order. */
  list(): readonly UIMessage[]
  /** The end of `list`, of whole turns: at least so many messages, if there are. */
  latest(most: number): LatestMessages
  /** Whether a message of this id, or one of this turn, is stored in the conversation. May say so of another branch. */
  holds(messageId: string, turnId: string): boolean
  /** Messages as they continue: those that the app's end cut off are closed. Called when they are read, for each by itself. */
  readonly mend?: (messages: readonly UIMessage[]) => readonly UIMessage[]
  /** How many messages stay in memory; `MESSAGES_IN_MEMORY` by default. */
  readonly inMemory?: number
}

/** The messages of one open conversation. A long thread has only its last part in memory: older messages are read from the store. */
export interface BoundedThread {
  /** In reading order: the user's message of a turn comes before the answer, whichever arrived first. */
  messages(): readonly UIMessage[]
  /** The last messages, at most so many, and how many come before them. The earlier ones are not read for it, if memory has enough. */
  newest(most: number): LatestMessages
  message(messageId: string): UIMessage | undefined
  /** Adds a chunk to its message. False if it changes nothing. */
  fold(placed: PlacedChunk): boolean
  /** Adds the user's answer to an approval. False if that approval is not open. */
  answer(answer: FoldedAnswer): boolean
  /** Lets the older messages leave the memory. All messages have to be stored. */
  trim(): void
}

/** Opens the stored thread. */
export function createBoundedThread(options: BoundedThreadOptions): BoundedThread {
  const { list, latest, holds, mend = (found: readonly UIMessage[]) => found, inMemory = MESSAGES_IN_MEMORY } = options
  const opened = latest(inMemory)
  let recent = threadFromMessages(mend(opened.messages))
  /** How many messages come before those in memory. */
  let earlierCount = opened.earlier
  /** The messages in memory that changed since the start. */
  const changedInMemory = new Set<string>()
  /** What left the memory while something in it goes on, a call for example: nothing cut it off. */
  const leftOpen = new Set<string>()
  /** What was read again: while memory is free, it need not be read a second time. */
  let whole: { readonly of: Thread; readonly messages: WeakRef<readonly UIMessage[]> } | null = null
  let earlier: WeakRef<readonly UIMessage[]> | null = null

  function earlierMessages(): readonly UIMessage[] {
    const known = earlier?.deref()
    if (known !== undefined) return known
    const inRecent = new Set(recent.messages.map(({ id }) => id))
    const stored = list().filter(({ id }) => !inRecent.has(id))
    const mended = mend(stored)
    const read = stored.map((message, index) => (leftOpen.has(message.id) ? message : (mended[index] ?? message)))
    earlier = new WeakRef(read)
    return read
  }

  function messages(): readonly UIMessage[] {
    if (earlierCount === 0) return recent.messages
    const known = whole?.of === recent ? whole.messages.deref() : undefined
    if (known !== undefined) return known
    const all = [...earlierMessages(), ...recent.messages]
    whole = { of: recent, messages: new WeakRef(all) }
    return all
  }

  /** Takes all messages into memory until the next trim, if one of the earlier ones may change. */
  function takeBack(messageId: string, turnId: string | null): void {
    if (earlierCount === 0 || recent.message(messageId) !== undefined) return
    if (turnId !== null && recent.hasTurn(turnId)) return
    if (!holds(messageId, turnId ?? '')) return
    recent = threadFromMessages(messages())
    for (const id of leftOpen) changedInMemory.add(id)
    leftOpen.clear()
    earlierCount = 0
    whole = null
    earlier = null
  }

  function changed(next: Thread, messageId: string): boolean {
    const isChanged = next !== recent
    if (isChanged) changedInMemory.add(messageId)
    recent = next
    return isChanged
  }

  function trim(): void {
    const { messages: known } = recent
    if (known.length <= 2 * inMemory) return
    let first = known.length - inMemory
    // the messages of one turn stay together
    while (first > 0 && known[first - 1]?.metadata?.turnId === known[first]?.metadata?.turnId) first -= 1
    const leaving = known.slice(0, first)
    const before = earlierCount > 0 ? earlier?.deref() : []
    // whoever asks for all of them in the same task finds them without reading again
    earlier = before === undefined ? null : new WeakRef([...before, ...leaving])
    for (const message of leaving) if (changedInMemory.delete(message.id) && mend([message])[0] !== message) leftOpen.add(message.id)
    recent = threadFromMessages(known.slice(first))
    earlierCount += first
    whole = null
  }

  trim()
  return {
    messages,
    newest(most) {
      const known = recent.messages.length < most ? messages() : recent.messages
      const shown = known.slice(Math.max(0, known.length - most))
      return { messages: shown, earlier: known.length - shown.length + (known === recent.messages ? earlierCount : 0) }
    },
    message: (messageId) => recent.message(messageId) ?? (earlierCount > 0 ? messages().find(({ id }) => id === messageId) : undefined),
    fold(placed) {
      // a message that is not known begins with its start, and may belong to an earlier turn
      takeBack(placed.messageId, placed.chunk.type === 'start' ? placed.turnId : null)
      return changed(foldChunk(recent, placed), placed.messageId)
    },
    answer(answer) {
      takeBack(answer.messageId, null)
      return changed(foldAnswer(recent, answer), answer.messageId)
    },
    trim,
  }
}
