import type { PlacedChunk } from './chunks'
import { type FoldedMessage, foldIntoMessage, type OpenParts } from './fold-message'
import { foldAnswerIntoParts } from './fold-tool'
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
const NO_OPEN_PARTS: OpenParts = new Map()

interface State {
  readonly older: readonly UIMessage[]
  readonly recent: readonly UIMessage[]
  readonly open: ReadonlyMap<string, OpenParts>
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
    this.#messages ??= older.length === 0 ? recent : [...older, ...recent]
    return this.#messages
  }

  fold(placed: PlacedChunk): Thread {
    const { messageId, chunk } = placed
    const state = this.#state
    const known = this.#find(messageId)
    if (known === undefined && chunk.type !== 'start') return this
    const before: FoldedMessage = {
      message: known ?? { id: messageId, role: placed.role, parts: [] },
      open: state.open.get(messageId) ?? NO_OPEN_PARTS,
    }
    const after = foldIntoMessage(before, chunk)
    const placedState = known === undefined ? inserted(state, after.message, placed.turnId) : replaced(state, known, after.message)
    const open =
      after.open === before.open && chunk.type !== 'finish' ? placedState.open : withOpen(placedState.open, messageId, after.open)
    if (placedState === state && open === state.open) return this
    return new Thread({ ...placedState, open })
  }

  answer(answer: FoldedAnswer): Thread {
    const message = this.#find(answer.messageId)
    if (message === undefined) return this
    const parts = foldAnswerIntoParts(message.parts, answer)
    return parts === message.parts ? this : new Thread(replaced(this.#state, message, { ...message, parts }))
  }

  #find(messageId: string): UIMessage | undefined {
    const { older, recent } = this.#state
    return recent.findLast((message) => message.id === messageId) ?? older.findLast((message) => message.id === messageId)
  }
}

/** A thread without messages. */
export function emptyThread(): Thread {
  return threadFromMessages([])
}

/** A thread that goes on from stored messages, given in reading order. */
export function threadFromMessages(messages: readonly UIMessage[]): Thread {
  const turns = new Map<string, string>()
  for (const { id, metadata } of messages) if (typeof metadata?.turnId === 'string') turns.set(id, metadata.turnId)
  return new Thread({ older: messages.slice(0, -MOST_RECENT), recent: messages.slice(-MOST_RECENT), open: new Map(), turns })
}

/** The thread after one chunk. Chunks that change nothing (sound, diagnostics, unknown messages) give the same thread. */
export function foldChunk(thread: Thread, placed: PlacedChunk): Thread {
  return thread.fold(placed)
}

/** The thread after the user's answer to a question; the same thread when that question is not open. */
export function foldAnswer(thread: Thread, answer: FoldedAnswer): Thread {
  return thread.answer(answer)
}

function withOpen(open: State['open'], messageId: string, parts: OpenParts): State['open'] {
  if (parts.size === 0 && !open.has(messageId)) return open
  const changed = new Map(open)
  if (parts.size === 0) changed.delete(messageId)
  else changed.set(messageId, parts)
  return changed
}

function replaced(state: State, before: UIMessage, after: UIMessage): State {
  if (before === after) return state
  const at = state.recent.lastIndexOf(before)
  if (at >= 0) return { ...state, recent: state.recent.with(at, after) }
  return { ...state, older: state.older.with(state.older.lastIndexOf(before), after) }
}

function inserted(state: State, message: UIMessage, turnId: string): State {
  const { turns } = state
  const ofTurn = (other: UIMessage) => turns.get(other.id) === turnId
  const place = (messages: readonly UIMessage[]) =>
    message.role === 'user' ? messages.findIndex(ofTurn) : messages.findLastIndex(ofTurn) + 1
  const inRecent = state.recent.some(ofTurn)
  const inOlder = !inRecent && [...turns.values()].includes(turnId) && state.older.some(ofTurn)
  turns.set(message.id, turnId)
  if (inOlder) return { ...state, older: state.older.toSpliced(place(state.older), 0, message) }
  const recent = state.recent.toSpliced(inRecent ? place(state.recent) : state.recent.length, 0, message)
  if (recent.length <= MOST_RECENT * 2) return { ...state, recent }
  return { ...state, older: [...state.older, ...recent.slice(0, MOST_RECENT)], recent: recent.slice(MOST_RECENT) }
}
