import { BlockList } from '../lib/block-list'
import type { PlacedChunk } from './chunks'
import { foldIntoMessage } from './fold-message'
import { foldAnswerIntoMessage } from './fold-tool'
import { GrowingMessage } from './growing-message'
import { ThreadIndex } from './thread-index'
import type { UIMessage } from './ui-message'

/** The user's answer to a call's approval; `approved: null` withdraws the approval. */
export interface FoldedAnswer {
  readonly messageId: string
  readonly approvalId: string
  readonly approved: boolean | null
  readonly reason: string | null
}

// only the last messages change while chunks come: a separate short list makes a delta cheap in a long thread
const MOST_RECENT = 16

interface State {
  readonly older: BlockList<UIMessage>
  readonly recent: readonly GrowingMessage[]
  readonly index: ThreadIndex
}

/**
 * The messages of a conversation. Immutable: folding makes a new thread that shares every unchanged message and part.
 */
export class Thread {
  readonly #state: State
  #messages: readonly UIMessage[] | null = null

  constructor(state: State) {
    this.#state = state
  }

  /** In reading order: the user's message of a turn comes before the answer, whichever arrived first. */
  get messages(): readonly UIMessage[] {
    const { older, recent } = this.#state
    this.#messages ??= [...older.toArray(), ...recent.map(({ message }) => message)]
    return this.#messages
  }

  message(messageId: string): UIMessage | undefined {
    return this.#find(messageId)?.message.message
  }

  /** Whether it has, or had, a message of this turn. */
  hasTurn(turnId: string): boolean {
    return this.#state.index.hasTurn(turnId)
  }

  fold(placed: PlacedChunk): Thread {
    const { messageId, role, turnId, chunk } = placed
    const state = this.#state
    const known = this.#find(messageId)
    if (known !== null) return this.#changed(known, foldIntoMessage(known.message, chunk))
    if (chunk.type !== 'start') return this
    const begun = foldIntoMessage(GrowingMessage.of({ id: messageId, role, parts: [] }), chunk)
    return new Thread(inserted(state, begun, turnId))
  }

  answer(answer: FoldedAnswer): Thread {
    const known = this.#find(answer.messageId)
    return known === null ? this : this.#changed(known, foldAnswerIntoMessage(known.message, answer))
  }

  #find(messageId: string): Found | null {
    const { older, recent, index } = this.#state
    const at = recent.findLastIndex(({ id }) => id === messageId)
    const growing = recent[at]
    if (growing !== undefined) return { message: growing, at, isRecent: true }
    const olderAt = index.placeOf(messageId, older)
    const message = older.at(olderAt)
    return message === undefined ? null : { message: GrowingMessage.of(message), at: olderAt, isRecent: false }
  }

  #changed({ message, at, isRecent }: Found, after: GrowingMessage): Thread {
    if (after === message) return this
    const { older, recent } = this.#state
    if (isRecent) return new Thread({ ...this.#state, recent: recent.with(at, after) })
    return new Thread({ ...this.#state, older: older.with(at, after.message) })
  }
}

interface Found {
  readonly message: GrowingMessage
  readonly at: number
  readonly isRecent: boolean
}

/** A thread without messages. */
export function emptyThread(): Thread {
  return threadFromMessages([])
}

/** A thread that continues stored messages, given in reading order. */
export function threadFromMessages(messages: readonly UIMessage[]): Thread {
  const index = new ThreadIndex()
  for (const { id, metadata } of messages) if (typeof metadata?.turnId === 'string') index.add(id, metadata.turnId)
  const older = messages.slice(0, -MOST_RECENT)
  index.settle(older, 0)
  return new Thread({ older: BlockList.of(older), recent: messages.slice(-MOST_RECENT).map(GrowingMessage.of), index })
}

/** The thread after one chunk. Chunks without effect (sound, diagnostics, unknown messages) return the same thread. */
export function foldChunk(thread: Thread, placed: PlacedChunk): Thread {
  return thread.fold(placed)
}

/** The thread after the user's answer to an approval; the same thread if that approval is not open. */
export function foldAnswer(thread: Thread, answer: FoldedAnswer): Thread {
  return thread.answer(answer)
}

function inserted(state: State, begun: GrowingMessage, turnId: string): State {
  const { older, recent, index } = state
  const { message } = begun
  const ofTurn = (other: { readonly id: string }) => index.turnOf(other.id) === turnId
  const place = (messages: readonly { readonly id: string }[]) =>
    message.role === 'user' ? messages.findIndex(ofTurn) : messages.findLastIndex(ofTurn) + 1
  const inRecent = recent.some(ofTurn)
  const known = !inRecent && index.hasTurn(turnId) ? older.toArray() : []
  index.add(message.id, turnId)
  if (known.some(ofTurn)) {
    const longer = known.toSpliced(place(known), 0, message)
    index.settle(longer, 0)
    return { ...state, older: BlockList.of(longer) }
  }
  const longer = recent.toSpliced(inRecent ? place(recent) : recent.length, 0, begun)
  if (longer.length <= MOST_RECENT * 2) return { ...state, recent: longer }
  const settled = longer.slice(0, MOST_RECENT).map((growing) => growing.message)
  index.settle(settled, older.length)
  return { ...state, older: settled.reduce((list, one) => list.append(one), older), recent: longer.slice(MOST_RECENT) }
}
