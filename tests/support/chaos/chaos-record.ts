import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import { isObject } from '../scripted-live-server'

/** One input of the user, identified by a word that only it has. */
export interface Said {
  readonly word: string
  readonly spoken: boolean
  /** The user withdrew it. */
  cancelled: boolean
  /** The user stopped its answer. */
  stopped: boolean
  /** It need not reach the model: the user stopped it on its way, or the app was closed while it was only sound. */
  dropped: boolean
}

/** A function response, or text instead of one, as the service received it. */
interface Answered {
  readonly connection: number
  readonly id: string | null
  readonly name: string
  readonly final: boolean
}

/** A call that the client received. */
export interface MadeCall {
  readonly connection: number
  readonly id: string | null
  readonly name: string
  readonly reference: string
  /** The model waits until the call is answered: it gets no waiting response. */
  readonly blocking: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Everything in one conversation, as both ends saw it. */
export interface ChaosRecord {
  readonly said: Said[]
  /** Words of the model that reached a listening client, once per time; those of interrupted answers are left out. */
  readonly heardWords: string[]
  /** Words of the model that may be missing in the thread. */
  readonly excusedWords: Set<string>
  readonly calls: MadeCall[]
  readonly cancelledCalls: Set<string>
  readonly answers: Answered[]
  /** Words of the user that the model got again although it had them. */
  readonly toldAgain: string[]
  /** Words of the user that reached the service at all. */
  readonly reached: Set<string>
  /** Words of speech whose transcript reached the client. */
  readonly transcribed: Set<string>
  readonly effects: { readonly toolCallId: string; readonly reference: string }[]
  readonly unhandled: string[]
  messages: readonly UIMessage[]
  openSockets: number
  /** Turns whose sound the page got for this conversation. */
  readonly sounded: Set<string>
  /** The user is speaking. */
  speaks: boolean
  /** The user asks the last question. */
  finishing: boolean
  /** When the client knew that a connection had ended, by its number. */
  readonly endedAt: Map<number, number>
  /** The last connection that was accepted. */
  lastConnection: number
  /** The user's last question was answered after the faults had ended. */
  usable: boolean
  /** Violations that the service would not have accepted. */
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

/** The user's words in a text, in order: `say-3`. */
export function saidWords(text: string): readonly string[] {
  return text.match(/say-\d+\b/g) ?? []
}

/** The model's words in a text: `w7-0c3`. */
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
