import type { Fixture } from '../../src/shared/fixtures/fixture'
import { parseFixture } from '../../src/shared/fixtures/parse-fixture'
import type { JsonObject } from '../../src/shared/lib/json'

/** A line of a text model's recording: typed text, an expected response to a call, or the parts of one chunk. */
export type TextLine =
  | { readonly type: 'words' }
  | { readonly type: 'answer'; readonly call: string }
  | { readonly type: 'chunk'; readonly parts?: readonly JsonObject[]; readonly more?: JsonObject; readonly rest?: JsonObject }

export const words: TextLine = { type: 'words' }
export const answer = (call: string): TextLine => ({ type: 'answer', call })
export const chunk = (...parts: readonly JsonObject[]): TextLine => ({ type: 'chunk', parts })
export const says = (text: string): TextLine => chunk({ text })
/** The chunk that ends a step. `more`: further fields of the candidate, `rest`: of the chunk. */
export const finish = (finishReason = 'STOP', more: JsonObject = {}, rest: JsonObject = {}): TextLine => ({
  type: 'chunk',
  more: { finishReason, ...more },
  rest: { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 }, ...rest },
})

/** A recording of the text protocol. It only repeats after its last line with `repeat`. */
export function textRecording(lines: readonly TextLine[], { repeat = true, prompt = 'Go on' } = {}): Fixture {
  const title = { en: prompt, ja: prompt }
  let responses = 0
  const header = { fixtureId: 'text', title, prompt: title, note: title, protocol: 'gemini-text', model: 'gemini-3.8-flash', repeat }
  const written = lines.map((line): object => {
    if (line.type !== 'chunk') responses += 1
    if (line.type === 'words') return { t: 0, dir: 'client', expect: { kind: 'text' } }
    if (line.type === 'answer') return { t: 0, dir: 'client', expect: { kind: 'tool-response', call: line.call } }
    const content = line.parts === undefined ? {} : { content: { role: 'model', parts: line.parts } }
    const candidate = { ...content, index: 0, ...line.more }
    const frame = { candidates: [candidate], modelVersion: 'gemini-3.8-flash', responseId: `response-${responses}`, ...line.rest }
    return { t: 1, dir: 'server', frame }
  })
  const parsed = parseFixture(
    [{ format: 'parley-fixture', version: 1, ...header }, ...written].map((line) => JSON.stringify(line)).join('\n'),
  )
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}
