import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { isObject } from '../scripted-live-server'

/** Something the user said, by the one word that only it has. */
export interface Said {
  readonly word: string
  readonly spoken: boolean
  /** The user took it back. */
  cancelled: boolean
  /** The user stopped whatever came of it. */
  stopped: boolean
  /** It need not reach the model: the user stopped it on its way, or the app was closed while it was mere sound. */
  dropped: boolean
}

/** A function response, or words that stand for one, as they came to the service. */
interface Answered {
  readonly connection: number
  readonly id: string | null
  readonly name: string
  readonly final: boolean
}

/** A call that reached the client. */
export interface MadeCall {
  readonly connection: number
  readonly id: string | null
  readonly name: string
  readonly reference: string
  /** The model stands still until the call is answered: it is not told to wait. */
  readonly blocking: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** All that happened in one conversation, as its two ends saw it. */
export interface ChaosRecord {
  readonly said: Said[]
  /** Words of the model that reached a listening client, once per time; those of answers that the user cut short are left out. */
  readonly heardWords: string[]
  /** Words of the model that may be missing in the thread. */
  readonly excusedWords: Set<string>
  readonly calls: MadeCall[]
  readonly cancelledCalls: Set<string>
  readonly answers: Answered[]
  /** Words of the user that the model was told again although it had them. */
  readonly toldAgain: string[]
  /** Words of the user that reached the service at all. */
  readonly reached: Set<string>
  /** Words of speech whose transcript reached the client. */
  readonly transcribed: Set<string>
  readonly effects: { readonly toolCallId: string; readonly reference: string }[]
  readonly unhandled: string[]
  messages: readonly UIMessage[]
  openSockets: number
  /** Turns whose sound the page was given for this conversation. */
  readonly sounded: Set<string>
  /** The user is speaking. */
  speaks: boolean
  /** The user asks the last question. */
  finishing: boolean
  /** When the client knew that a connection was over, by its number. */
  readonly endedAt: Map<number, number>
  /** The last connection that was answered. */
  lastConnection: number
  /** The user's last question was answered when nothing went wrong any more. */
  usable: boolean
  /** What the service would not have accepted. */
  violations: readonly string[]
  readonly faults: string[]
}

export function emptyRecord(): ChaosRecord {
  return {
    said: [],
    heardWords: [],
    excusedWords: new Set(),
    calls: [],
    cancelledCalls: new Set(),
    answers: [],
    toldAgain: [],
    reached: new Set(),
    transcribed: new Set(),
    effects: [],
    unhandled: [],
    messages: [],
    openSockets: 0,
    sounded: new Set(),
    speaks: false,
    finishing: false,
    endedAt: new Map(),
    lastConnection: 0,
    usable: false,
    violations: [],
    faults: [],
  }
}

/** The words of the user in a text, in order: `say-3`. */
export function saidWords(text: string): readonly string[] {
  return text.match(/say-\d+\b/g) ?? []
}

/** The words of the model in a text: `w7-0c3`. */
export function modelWords(text: string): readonly string[] {
  return text.match(/w\d+-\d+c\d+/g) ?? []
}

/** All text of a message, in order. */
export function textOf(message: UIMessage): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** A member of something that may not be an object. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined
}

export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
