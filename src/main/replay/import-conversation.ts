import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Fixture } from '../../shared/fixtures/fixture'
import { type MendedConversation, mendChunks, UnknownChunk } from '../../shared/fixtures/import/mend-chunks'
import { isBaseline, isChunkLog, readBaseline, readChunkLog } from '../../shared/fixtures/import/read-chunk-logs'
import { fixtureOfLiveLog, liveMessageOf } from '../../shared/fixtures/import/read-live-log'
import { hasTooManyLines, MOST_LINES } from '../../shared/fixtures/parse-fixture'
import type { JsonObject, JsonValue } from '../../shared/lib/json'
import { isJsonObject, isNestedDeeperThan, parseJson } from '../../shared/lib/json-value'
import { failure, type Result, success } from '../../shared/lib/result'
import { type Job, unhurried } from '../lib/in-slices'
import { loadFixture } from './simulator/load-fixture'
import { refuseLargeFile } from './simulator/refuse-large-file'

/** A conversation from a file: a playable recording, or replayed chunks. */
export type ImportedConversation =
  | { readonly kind: 'fixture'; readonly fixture: Fixture; readonly notes: readonly string[] }
  | ({ readonly kind: 'chunks' } & MendedConversation)

const LONGEST_LINE = 32 * 1024 * 1024
const DEEPEST = 100

interface Line {
  readonly number: number
  readonly value: JsonValue
}

/**
 * Opens a recording of any known kind: Parley's own, baselines of a front end, chunk logs of a back end, and raw message logs of
 * Gemini Live. Failures name the file and say which line, why, and what to do; nothing is written.
 */
export async function importConversation(path: string): Promise<Result<ImportedConversation>> {
  const name = basename(path)
  const read = await readText(path)
  if (!read.ok) return read
  const text = read.value
  const whole = name.endsWith('.json') ? parseJson(text) : undefined
  if (whole !== undefined && isJsonObject(whole) && !isNestedDeeperThan(whole, DEEPEST) && isBaseline(whole)) {
    return named(
      name,
      chain(readBaseline(whole), ({ userText, chunks }) => mendedConversation(userText, chunks)),
    )
  }
  const lines = await unhurried(linesOf(text))
  if (!lines.ok) return failure(lines.error.code, `${name}: ${lines.error.message}`)
  const [first] = lines.value
  if (first === undefined) return failure('import-invalid', `${name}: it is empty. Choose another file.`)
  if (isJsonObject(first.value) && first.value.format === 'parley-fixture') {
    const loaded = await loadFixture(path)
    return loaded.ok ? success({ kind: 'fixture', fixture: loaded.value, notes: [] }) : loaded
  }
  if (isChunkLog(first.value)) {
    return named(
      name,
      chain(readChunkLog(lines.value), ({ userText, chunks }) => mendedConversation(userText, chunks)),
    )
  }
  const messages = lines.value.filter(({ value }) => liveMessageOf(value) !== null)
  if (messages.length > 0) {
    const fixture = fixtureOfLiveLog(
      lines.value.map(({ value }) => value),
      idOf(name),
    )
    const passed = lines.value.length - messages.length
    return success({
      kind: 'fixture',
      fixture,
      notes: [`${messages.length} messages of the service`, ...(passed > 0 ? [`${passed} other lines passed by`] : [])],
    })
  }
  return failure(
    'import-unknown',
    `${name}: Line ${first.number}: this is no recording that Parley knows. It reads its own, AI SDK baselines and chunk logs, and logs of Gemini Live messages.`,
  )
}

async function readText(path: string): Promise<Result<string>> {
  const name = basename(path)
  try {
    const small = await refuseLargeFile(path)
    if (!small.ok) return small
    return success((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return failure('import-unreadable', `${name} can't be read (${code}). Choose another file.`)
  }
}

function* linesOf(text: string): Job<Result<readonly Line[]>> {
  if (hasTooManyLines(text)) return failure('import-invalid', `It has more than ${MOST_LINES} lines. Cut it into pieces.`)
  const lines: Line[] = []
  for (const [index, raw] of text.split('\n').entries()) {
    yield
    const content = raw.trim()
    if (content === '') continue
    const number = index + 1
    if (content.length > LONGEST_LINE) return failure('import-invalid', `Line ${number} is longer than 32 MB. Remove it.`)
    const value = parseJson(content)
    if (value === undefined) {
      // a file whose last line is cut off is valid up to there
      return failure('import-invalid', `Line ${number}: this is not JSON. Each line must be one JSON object; correct it or remove it.`)
    }
    if (isNestedDeeperThan(value, DEEPEST))
      return failure('import-invalid', `Line ${number}: it is nested deeper than ${DEEPEST} levels. Remove it.`)
    lines.push({ number, value })
  }
  return success(lines)
}

function mendedConversation(userText: string, chunks: readonly JsonObject[]): Result<MendedConversation> {
  try {
    return success(mendChunks(userText, chunks))
  } catch (error) {
    if (error instanceof UnknownChunk) return failure('import-invalid', `${error.message}. It can't be made into a conversation.`)
    throw error
  }
}

function chain<From, To>(result: Result<From>, then: (value: From) => Result<To>): Result<To> {
  return result.ok ? then(result.value) : result
}

function named(name: string, result: Result<MendedConversation>): Result<ImportedConversation> {
  return result.ok ? success({ kind: 'chunks', ...result.value }) : failure(result.error.code, `${name}: ${result.error.message}`)
}

/** A file name as the id of a recording. */
function idOf(name: string): string {
  const plain = name
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain.slice(0, 60) || 'imported'
}
