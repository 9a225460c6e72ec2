import type { FixtureProtocol } from '../fixtures/fixture'
import type { RecordedEvent } from '../fixtures/recorded-event'
import { isJsonObject, parseJson } from '../lib/json-value'
import { objectAt, textAt } from './frame-label'

/** One connection of a conversation: a generation of its session, or a request of the text protocol. Times in ms since the epoch. */
export interface ConnectionFacts {
  readonly generation: number
  readonly protocol: FixtureProtocol
  readonly from: number
  /** null: not yet, or never */
  readonly ready: number | null
  /** null: still open, as far as known */
  readonly to: number | null
  /** it resumed an earlier session */
  readonly resumed: boolean
  readonly goAway: number | null
  /** why it ended, if Parley did not end it */
  readonly fault: string | null
  /** frames that were not JSON */
  readonly malformed: number
}

type Growing = { -readonly [Key in keyof ConnectionFacts]: ConnectionFacts[Key] }

/** Only these frames are parsed: the others have no facts about connections. */
const TELLTALE = /"(?:setup|setupComplete|goAway)"/

/** All connections that were recorded, in order. */
export function connectionsOf(events: readonly RecordedEvent[]): readonly ConnectionFacts[] {
  const found = new Map<number, Growing>()
  const of = (event: Extract<RecordedEvent, { readonly connection: number }>): Growing => {
    const known = found.get(event.connection)
    if (known !== undefined) return known
    const { connection: generation, protocol, at } = event
    const made: Growing = { generation, protocol, from: at, ready: null, to: null, resumed: false, goAway: null, fault: null, malformed: 0 }
    found.set(generation, made)
    return made
  }
  for (const event of events) {
    if (event.kind === 'connecting') of(event)
    else if (event.kind === 'closed') {
      const one = of(event)
      one.to = event.at
      if (!event.byParley && event.code !== 1000) one.fault = `${event.code} ${event.error ?? event.reason}`.trim()
    } else if (event.kind === 'frame') {
      const one = of(event)
      if (event.protocol === 'gemini-text' && event.direction === 'received') one.ready ??= event.at
      if (event.protocol === 'gemini-live') look(one, event)
    }
  }
  return [...found.values()]
}

function look(one: Growing, { at, direction, text }: Extract<RecordedEvent, { readonly kind: 'frame' }>): void {
  const begins = text.trimStart().startsWith('{')
  if (direction === 'received' && !begins) one.malformed += 1
  if (!TELLTALE.test(text.slice(0, 4000))) return
  const frame = parseJson(text)
  if (!isJsonObject(frame)) return
  const setup = direction === 'sent' ? objectAt(frame, 'setup') : null
  if (setup !== null) one.resumed = textAt(objectAt(setup, 'sessionResumption') ?? {}, 'handle') !== ''
  if (direction === 'received' && 'setupComplete' in frame) one.ready = at
  if (direction === 'received' && objectAt(frame, 'goAway') !== null) one.goAway = at
}
