import type { Fixture } from '../../src/shared/fixtures/fixture'
import { parseFixture } from '../../src/shared/fixtures/parse-fixture'
import type { JsonObject } from '../../src/shared/lib/json'

/** One line of a recording. */
export type RecordedLine = Readonly<Record<string, unknown>>

const client = (expect: JsonObject): RecordedLine => ({ t: 0, dir: 'client', expect })
const server = (frame: JsonObject): RecordedLine => ({ t: 10, dir: 'server', frame })

/** The user asks, typed or with a third of a second of speech. */
export const userAsks = client({ kind: 'audio', minimumMs: 250 })
/** Typed text, or a message that the app sends by itself. */
export const wordsCome = client({ kind: 'text' })
export const modelCalls = (id: string, name: string, args: JsonObject): RecordedLine =>
  server({ toolCall: { functionCalls: [{ id, name, args }] } })
export const answerComes = (call: string): RecordedLine => client({ kind: 'tool-response', call })
/** The transcript of the user's speech. */
export const heard = (text: string): RecordedLine => server({ serverContent: { inputTranscription: { text } } })
/** The model says this, and its turn ends. */
export const modelSays = (text: string): readonly RecordedLine[] => [
  server({ serverContent: { outputTranscription: { text } } }),
  server({ serverContent: { generationComplete: true } }),
  server({ serverContent: { turnComplete: true } }),
]
/** What follows for each ending of the call. */
export function endings(call: string, ways: Readonly<Record<string, readonly RecordedLine[]>>): readonly RecordedLine[] {
  const sections = Object.entries(ways).flatMap(([on, lines]) => [{ branch: { call, on } }, ...lines])
  return [...sections, { endBranch: { call } }]
}

/** A recording of the Live protocol without sound, made of these lines after its setup; it repeats after the last. */
export function liveRecording(fixtureId: string, lines: readonly RecordedLine[]): Fixture {
  const title = { en: 'One tool', ja: 'ツール' }
  const header = { fixtureId, title, prompt: title, note: title, protocol: 'gemini-live', model: 'gemini-3.8-live', repeat: true }
  const all = [{ format: 'parley-fixture', version: 1, ...header }, client({ kind: 'setup' }), ...lines]
  const parsed = parseFixture(all.map((line) => JSON.stringify(line)).join('\n'))
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}
