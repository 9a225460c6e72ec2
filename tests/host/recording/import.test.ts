import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { safeValidateUIMessages } from 'ai'
import { describe, expect, it } from 'vitest'
import { runRecording } from '../../../src/main/cli/run-recording'
import { type ImportedConversation, importConversation } from '../../../src/main/replay/import-conversation'
import { recordingFiles } from '../../../src/main/replay/recording-files'
import { chunkProblem } from '../../support/ai-reader'
import { noDataFiles } from '../../support/app-in-process'
import { bundledFixture, serverFrames } from '../../support/fixture-facts'
import { foreignRecordings } from '../../support/foreign-recordings'
import { tempFolder } from '../../support/temp-folder'

const [own = ''] = foreignRecordings

async function chunksOf(path: string): Promise<Extract<ImportedConversation, { kind: 'chunks' }>> {
  const imported = await importConversation(path)
  if (!imported.ok) throw new Error(imported.error.message)
  if (imported.value.kind !== 'chunks') throw new Error(`${path} is no chunk log`)
  return imported.value
}

const states = ({ messages }: { readonly messages: Extract<ImportedConversation, { kind: 'chunks' }>['messages'] }): readonly string[] =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part.state] : [])))

describe('baselines and chunk logs of other programs', () => {
  it.each(foreignRecordings)('of %s become conversations that the AI SDK accepts, every one of them', async (folder) => {
    const files = await recordingFiles(folder)
    expect(files.length).toBeGreaterThanOrEqual(10)
    for (const file of files) {
      const { messages, chunks } = await chunksOf(file)
      const valid = await safeValidateUIMessages({ messages: structuredClone(messages) as never })
      expect(valid.success ? null : `${file}: ${valid.error.message}`).toBe(null)
      for (const { chunk } of chunks) expect(await chunkProblem(chunk)).toBe(null)
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    }
  })

  it('have the same content as a baseline and as a log', async () => {
    for (const folder of foreignRecordings) {
      const [baselines, logs] = folder === own ? [own, own] : [join(folder, 'frontend'), join(folder, 'backend')]
      const names = (await readdir(logs)).filter((name) => name.endsWith('.jsonl'))
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) {
        const [exact] = (await readdir(baselines)).filter(
          (one) => one.endsWith('.json') && one.replace(/(-baseline)?\.json$/, '') === name.replace(/(-from-frontend)?\.jsonl$/, ''),
        )
        const baseline = await chunksOf(join(baselines, exact ?? ''))
        const log = await chunksOf(join(logs, name))
        expect(log.messages.slice(1)).toEqual(baseline.messages.slice(1))
        expect(log.mended).toEqual(baseline.mended)
      }
    }
  })

  it('distinguish a denial and an expired approval from a failure, and report corrections', async () => {
    const refused = await chunksOf(join(own, 'refused-bidi.json'))
    expect(states(refused)).toEqual(['output-denied'])
    expect(refused.mended).toEqual(
      expect.arrayContaining(['a denial was recorded as an error', 'a step began between a call and its question']),
    )
    expect(states(await chunksOf(join(own, 'two-parcels-sse.jsonl')))).toEqual(['output-available', 'output-denied'])
    expect((await chunksOf(join(own, 'two-parcels-sse.json'))).mended).toContain('the continuation had a message id of its own')
    expect((await chunksOf(join(own, 'late-answer-bidi.json'))).mended).toContain('a question that expired was recorded as an error')
    expect(states(await chunksOf(join(own, 'failed-look-up-sse.json')))).toEqual(['output-error'])
  })
})

describe('a log of raw messages of Gemini Live', () => {
  it.each([
    ['bare', (frame: unknown, at: number) => ({ ...(frame as object), at })],
    ['in envelopes', (frame: unknown, at: number) => ({ time: new Date(at).toISOString(), direction: 'in', message: frame })],
  ])('can be played, %s', async (_name, line) => {
    const frames = serverFrames(await bundledFixture('payment'), 'denied')
    const path = join(tempFolder(), 'My log.jsonl')
    const lines = frames.map((frame, index) => JSON.stringify(line(frame, 1_790_000_000_000 + index * 20)))
    await writeFile(path, lines.map((one) => one.replace('"at":', '"timestamp":')).join('\n'))
    const imported = await importConversation(path)
    if (!imported.ok || imported.value.kind !== 'fixture') throw new Error('it is no recording')
    const { events, problem } = await runRecording(imported.value.fixture, { answers: 'none', speed: 1000, dataFiles: noDataFiles })
    expect(problem).toBe(null)
    const words = events.flatMap((event) =>
      event.kind === 'chunk' && event.placed.chunk.type === 'text-delta' ? [event.placed.chunk.delta] : [],
    )
    expect(words.join('')).toContain('I have not paid anything')
  })
})

describe('a file that is not a recording is refused, and says which line, why and what to do:', () => {
  const log = (chunk: unknown, sequence = 1): string => JSON.stringify({ sequence_number: sequence, direction: 'out', chunk })
  const header =
    '{"format":"parley-fixture","version":1,"fixtureId":"x","title":{"en":"","ja":""},"prompt":{"en":"","ja":""},"note":{"en":"","ja":""},"protocol":"gemini-live","model":"m"}'
  it.each<[string, string, string, RegExp]>([
    ['empty', 'a.jsonl', '', /a\.jsonl: it is empty/],
    ['no JSON', 'a.jsonl', `${log({ type: 'start' })}\n{"cut of`, /Line 2: this is not JSON/],
    ['something else', 'a.jsonl', '{"hello":1}', /Line 1: this is no recording that Parley knows/],
    ['another JSON', 'a.json', '{"output":{}}', /no recording that Parley knows/],
    ['nested too deeply', 'a.jsonl', `${'['.repeat(5000)}${']'.repeat(5000)}`, /nested deeper than 100/],
    ['out of order', 'a.jsonl', `${log({ type: 'start' }, 2)}\n${log({ type: 'finish' }, 1)}`, /Line 2 is out of order/],
    ['an unknown chunk', 'a.jsonl', log({ type: 'launch-rocket' }), /there is no chunk launch-rocket/],
    ['a result without a call', 'a.jsonl', log({ type: 'tool-output-available', toolCallId: 'c', output: 1 }), /call that was never made/],
    [
      'a baseline that contradicts itself',
      'a.json',
      JSON.stringify({ output: { rawEvents: ['data: {"type":"start"}\n\n'], expectedChunks: [] } }),
      /differ from chunk/,
    ],
    ['a newer version', 'a.jsonl', header.replace('"version":1', '"version":2'), /format version 2/],
    [
      'a path out of the folder',
      'a.jsonl',
      `${header}\n{"t":0,"dir":"server","audio":{"file":"../../etc/x.wav","from":0,"samples":1}}`,
      /Line 2 .*same folder/,
    ],
    [
      'its sound missing',
      'a.jsonl',
      `${header}\n{"t":0,"dir":"server","audio":{"file":"gone.wav","from":0,"samples":1}}`,
      /gone\.wav can't be read \(ENOENT\)/,
    ],
    [
      'the user’s sound missing',
      'a.jsonl',
      `${header}\n{"t":0,"dir":"client","expect":{"kind":"audio","minimumMs":1,"sound":{"file":"gone.wav","from":0,"samples":1}}}`,
      /gone\.wav can't be read/,
    ],
  ])('%s', async (_what, name, text, words) => {
    const folder = tempFolder()
    await writeFile(join(folder, name), text)
    const imported = await importConversation(join(folder, name))
    expect(imported.ok ? 'it was taken' : imported.error.message).toMatch(words)
    expect(await readdir(folder)).toEqual([name])
  })

  it('a file with more than 256 MB, without reading it', async () => {
    const path = join(tempFolder(), 'huge.jsonl')
    await writeFile(path, '')
    const { truncate } = await import('node:fs/promises')
    await truncate(path, 5_000_000_000)
    const imported = await importConversation(path)
    expect(imported.ok ? 'it was taken' : imported.error.message).toBe(
      'huge.jsonl has 5000 MB, and 256 MB is the most. Cut it into pieces.',
    )
  })
})
