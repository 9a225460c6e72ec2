import type { PlacedChunk } from './chunks'
import { foldIntoMessage } from './fold-message'
import { foldAnswerIntoMessage } from './fold-tool'
import { GrowingMessage } from './growing-message'
import type { UIMessage } from './ui-message'

/** The user's answer to a question about a call; `approved: null` takes the question back. */
export interface FoldedAnswer {
  readonly messageId: string
  readonly approvalId: string
  readonly approved: boolean | null
  readonly reason: string | null
}

// only the messages at the end change while chunks come: a short list of its own makes a delta cheap in a long thread
const MOST_RECENT = 16

interface State {
  readonly older: readonly UIMessage[]
  readonly recent: readonly GrowingMessage[]
  /** Message → turn. Never changes for a message, so all versions of a thread share it. */
  readonly turns: Map<string, string>
}

/** The messages of a conversation. Immutable: folding makes a new thread and keeps every message and part that did not change. */
export class Thread {
  readonly #state: State
  #messages: readonly UIMessage[] | null = null

  constructor(state: State) {
    this.#state = state
  }

  /** In reading order: the user's message of a turn stands before the answer, whatever came first. */
  get messages(): readonly UIMessage[] {
    const { older, recent } = this.#state
    this.#messages ??= [...older, ...recent.map(({ message }) => message)]
    return this.#messages
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
    const { older, recent } = this.#state
    const at = recent.findLastIndex(({ id }) => id === messageId)
    const growing = recent[at]
    if (growing !== undefined) return { message: growing, at, isRecent: true }
    const olderAt = older.findLastIndex(({ id }) => id === messageId)
    const message = older[olderAt]
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

/** A thread that goes on from stored messages, given in reading order. */
export function threadFromMessages(messages: readonly UIMessage[]): Thread {
  const turns = new Map<string, string>()
  for (const { id, metadata } of messages) if (typeof metadata?.turnId === 'string') turns.set(id, metadata.turnId)
  const recent = messages.slice(-MOST_RECENT).map(GrowingMessage.of)
  return new Thread({ older: messages.slice(0, -MOST_RECENT), recent, turns })
}

/** The thread after one chunk. Chunks that change nothing (sound, diagnostics, unknown messages) give the same thread. */
export function foldChunk(thread: Thread, placed: PlacedChunk): Thread {
  return thread.fold(placed)
}

/** The thread after the user's answer to a question; the same thread when that question is not open. */
export function foldAnswer(thread: Thread, answer: FoldedAnswer): Thread {
  return thread.answer(answer)
}

function inserted(state: State, begun: GrowingMessage, turnId: string): State {
  const { turns } = state
  const { message } = begun
  const ofTurn = (other: { readonly id: string }) => turns.get(other.id) === turnId
  const place = (messages: readonly { readonly id: string }[]) =>
    message.role === 'user' ? messages.findIndex(ofTurn) : messages.findLastIndex(ofTurn) + 1
  const inRecent = state.recent.some(ofTurn)
  const inOlder = !inRecent && [...turns.values()].includes(turnId) && state.older.some(ofTurn)
  turns.set(message.id, turnId)
  if (inOlder) return { ...state, older: state.older.toSpliced(place(state.older), 0, message) }
  const recent = state.recent.toSpliced(inRecent ? place(state.recent) : state.recent.length, 0, begun)
  if (recent.length <= MOST_RECENT * 2) return { ...state, recent }
  const settled = recent.slice(0, MOST_RECENT).map((growing) => growing.message)
  return { ...state, older: [...state.older, ...settled], recent: recent.slice(MOST_RECENT) }
}
