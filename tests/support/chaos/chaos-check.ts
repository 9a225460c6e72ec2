import { type ChaosRecord, modelWords, saidWords, textOf } from './chaos-record'

/** Violations, each as a text. */
export interface ChaosFindings {
  readonly lost: readonly string[]
  readonly duplicated: readonly string[]
  /** Text, effects or sound of another conversation. */
  readonly mixed: readonly string[]
  readonly effectsTwice: readonly string[]
  readonly unanswered: readonly string[]
  readonly unhandled: readonly string[]
  readonly openSockets: readonly string[]
  readonly unusable: readonly string[]
}

const SETTLED: ReadonlySet<string> = new Set(['output-available', 'output-error', 'output-denied'])

/** Checks a conversation that has ended, together with those held at the same time. */
export function checkChaos(record: ChaosRecord, others: readonly ChaosRecord[] = []): ChaosFindings {
  const shown = countWords(record.messages.filter(({ role }) => role === 'assistant').flatMap((message) => modelWords(textOf(message))))
  const heard = countWords(record.heardWords)
  const written = countWords(record.messages.filter(({ role }) => role === 'user').flatMap((message) => saidWords(textOf(message))))
  return {
    lost: [
      ...record.said.filter(isLost).map(({ word }) => `${word} of the user`),
      ...[...heard].filter(([word, times]) => !record.excusedWords.has(word) && (shown.get(word) ?? 0) < times).map(([word]) => word),
    ],
    duplicated: [
      ...[...written].filter(([, times]) => times > 1).map(([word, times]) => `${word} of the user stands in the thread ${times} times`),
      ...[...shown].filter(([word, times]) => times > (heard.get(word) ?? 0)).map(([word]) => `${word} stands in the thread too often`),
      ...record.toldAgain.map((word) => `${word} was told to the model again`),
    ],
    mixed: mixed(record, others),
    effectsTwice: effectsTwice(record),
    unanswered: [...unansweredInThread(record), ...unansweredOnTheWire(record)],
    unhandled: record.unhandled,
    openSockets: Array.from({ length: record.openSockets }, () => 'a socket'),
    unusable: record.usable ? [] : ['the last question got no answer'],
  }

  function isLost({ word, spoken, cancelled, dropped }: ChaosRecord['said'][number]): boolean {
    if (cancelled) return false
    if (!dropped && !record.reached.has(word)) return true
    return (!spoken || record.transcribed.has(word)) && !written.has(word)
  }
}

function mixed(record: ChaosRecord, others: readonly ChaosRecord[]): readonly string[] {
  const texts = record.messages.map(textOf).join(' ')
  const here = new Set([...saidWords(texts), ...modelWords(texts), ...record.reached, ...record.effects.map(({ reference }) => reference)])
  return others.flatMap((other) => [
    ...[...other.said.map(({ word }) => word), ...other.heardWords, ...other.calls.map(({ reference }) => reference)].filter((word) =>
      here.has(word),
    ),
    ...[...other.sounded].filter((turnId) => record.sounded.has(turnId)),
  ])
}

function effectsTwice({ effects, calls }: ChaosRecord): readonly string[] {
  const made = countWords(effects.map(({ toolCallId }) => toolCallId))
  const done = countWords(effects.map(({ reference }) => reference))
  // A call that comes again is identified by its connection and id. Without an id it can't be told from a second wish for the
  // same (a model may well move ten points twice), and the model waits for an answer to each: so each delivery requests its
  // effect.
  const asked = countWords([
    ...[...new Set(calls.filter(({ id }) => id !== null).map((call) => JSON.stringify([call.connection, call.id, call.reference])))].map(
      referenceOf,
    ),
    ...calls.filter(({ id }) => id === null).map(({ reference }) => reference),
  ])
  return [
    ...[...made].filter(([, times]) => times > 1).map(([toolCallId]) => toolCallId),
    ...[...done].filter(([reference, times]) => times > (asked.get(reference) ?? 0)).map(([reference]) => reference),
  ]
}

function referenceOf(call: string): string {
  const [, , reference]: readonly unknown[] = JSON.parse(call)
  return String(reference)
}

function unansweredInThread({ messages }: ChaosRecord): readonly string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'dynamic-tool' && !SETTLED.has(part.state) ? [`${part.toolCallId} is ${part.state}`] : [])),
  )
}

/** Milliseconds in which a call gets at least a waiting response. */
const PROMPT_MS = 10_000

/**
 * Calls without a response: on the last connection each has its final response or was withdrawn; on earlier ones each got
 * at least a waiting response, if there was time for it and the model does not wait by itself.
 */
function unansweredOnTheWire({ calls, answers, cancelledCalls, lastConnection, endedAt }: ChaosRecord): readonly string[] {
  return calls
    .filter(({ connection, id }) => !cancelledCalls.has(`${connection} ${id}`))
    .filter((call) => {
      const heard = answers.filter(({ id, name }) => id === call.id && name === call.name)
      if (call.connection === lastConnection) return !heard.some(({ final }) => final)
      return heard.length === 0 && !call.blocking && (endedAt.get(call.connection) ?? 0) - call.at >= PROMPT_MS
    })
    .map(({ id, name }) => `${name} ${id ?? 'without id'}`)
}

function countWords(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
