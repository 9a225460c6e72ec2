import type { PlacedChunk } from '../../shared/protocol/chunks'
import { type FoldedAnswer, foldAnswer, foldChunk, type Thread, threadFromMessages } from '../../shared/protocol/fold'
import type { UIMessage } from '../../shared/protocol/ui-message'

/** As many messages of a thread stay in memory. The older ones leave it when there are twice as many. */
export const MESSAGES_IN_MEMORY = 256

/** Dependencies of a bounded thread. */
export interface BoundedThreadOptions {
  /** The stored messages of the thread, in reading order. */
  list(): readonly UIMessage[]
  /** Whether a message of this id, or one of this turn, is stored in the conversation. May say so of another branch. */
  holds(messageId: string, turnId: string): boolean
  /** The messages as they continue: those that the app's end cut off are closed. Called once, at the start. */
  readonly mend?: (messages: readonly UIMessage[]) => readonly UIMessage[]
  /** How many messages stay in memory; `MESSAGES_IN_MEMORY` by default. */
  readonly inMemory?: number
}

/** The messages of one open conversation. A long thread has only its last part in memory: older messages are read from the store. */
export interface BoundedThread {
  /** In reading order: the user's message of a turn comes before the answer, whichever arrived first. */
  messages(): readonly UIMessage[]
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
  const { list, holds, mend, inMemory = MESSAGES_IN_MEMORY } = options
  const stored = list()
  const opened = mend === undefined ? stored : mend(stored)
  const asStored = new Set(stored)
  /** Messages that differ from what is stored, and did not change since the start. */
  const mended = new Map(opened.filter((message) => !asStored.has(message)).map((message) => [message.id, message]))
  let recent = threadFromMessages(opened)
  let hasEarlier = false
  /** What was read again: while memory is free, it need not be read a second time. */
  let whole: { readonly of: Thread; readonly messages: WeakRef<readonly UIMessage[]> } | null = null
  let earlier: WeakRef<readonly UIMessage[]> | null = null

  function earlierMessages(): readonly UIMessage[] {
    const known = earlier?.deref()
    if (known !== undefined) return known
    const inRecent = new Set(recent.messages.map(({ id }) => id))
    const read = list()
      .filter(({ id }) => !inRecent.has(id))
      .map((message) => mended.get(message.id) ?? message)
    earlier = new WeakRef(read)
    return read
  }

  function messages(): readonly UIMessage[] {
    if (!hasEarlier) return recent.messages
    const known = whole?.of === recent ? whole.messages.deref() : undefined
    if (known !== undefined) return known
    const all = [...earlierMessages(), ...recent.messages]
    whole = { of: recent, messages: new WeakRef(all) }
    return all
  }

  /** Takes all messages into memory until the next trim, if one of the earlier ones may change. */
  function takeBack(messageId: string, turnId: string | null): void {
    if (!hasEarlier || recent.message(messageId) !== undefined) return
    if (turnId !== null && recent.hasTurn(turnId)) return
    if (!holds(messageId, turnId ?? '')) return
    recent = threadFromMessages(messages())
    hasEarlier = false
    whole = null
    earlier = null
  }

  function changed(next: Thread, messageId: string): boolean {
    const isChanged = next !== recent
    if (isChanged) mended.delete(messageId)
    recent = next
    return isChanged
  }

  function trim(): void {
    const { messages: known } = recent
    if (known.length <= 2 * inMemory) return
    let first = known.length - inMemory
    // the messages of one turn stay together
    while (first > 0 && known[first - 1]?.metadata?.turnId === known[first]?.metadata?.turnId) first -= 1
    const before = hasEarlier ? earlier?.deref() : []
    // whoever asks for all of them in the same task, as the opening of a conversation does, finds them without reading again
    earlier = before === undefined ? null : new WeakRef([...before, ...known.slice(0, first)])
    recent = threadFromMessages(known.slice(first))
    hasEarlier ||= first > 0
    whole = null
  }

  trim()
  return {
    messages,
    message: (messageId) => recent.message(messageId) ?? (hasEarlier ? messages().find(({ id }) => id === messageId) : undefined),
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
