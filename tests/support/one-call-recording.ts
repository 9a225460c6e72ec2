import type { Fixture } from '../../src/shared/fixtures/fixture'
import { parseFixture } from '../../src/shared/fixtures/parse-fixture'
import type { JsonObject } from '../../src/shared/lib/json'

/** A recording in which the model makes this call at typed words, and says `There it is.` when it is answered. */
export function oneCallRecording(name: string, args: JsonObject): Fixture {
  const title = { en: 'One tool', ja: 'ツール' }
  const header = { fixtureId: 'tool', title, prompt: title, note: title, protocol: 'gemini-live', model: 'gemini-3.8-live', repeat: true }
  const lines = [
    { format: 'parley-fixture', version: 1, ...header },
    { t: 0, dir: 'client', expect: { kind: 'setup' } },
    { t: 0, dir: 'client', expect: { kind: 'text' } },
    { t: 10, dir: 'server', frame: { toolCall: { functionCalls: [{ id: 'call-1', name, args }] } } },
    { t: 10, dir: 'client', expect: { kind: 'tool-response', call: 'call-1' } },
    { t: 10, dir: 'server', frame: { serverContent: { outputTranscription: { text: 'There it is.' } } } },
    { t: 10, dir: 'server', frame: { serverContent: { generationComplete: true } } },
    { t: 10, dir: 'server', frame: { serverContent: { turnComplete: true } } },
  ]
  const parsed = parseFixture(lines.map((line) => JSON.stringify(line)).join('\n'))
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}
