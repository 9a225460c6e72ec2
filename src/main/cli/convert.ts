import { fstatSync } from 'node:fs'
import { countingIds, type NewId } from '../../shared/lib/ids'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import { createConfirmation } from '../../shared/protocol/dialects/confirmation'
import { randomIds } from '../lib/random-ids'
import { parseConvertOptions } from './convert-options'
import { createDialectOutput, type DialectText } from './dialect-output'
import { readJsonLines } from './json-lines'
import { createLineConverter } from './line-converter'
import { TextSink } from './text-sink'
import { usageProblem } from './usage-problem'

/** Dependencies of `parley convert`. */
export interface ConvertWorld {
  readonly now: () => number
  /** Confirmation ids of the ADK form must be globally unique; all other ids are counted, the same on every run. */
  readonly newConfirmationId: NewId
}

/**
 * `parley convert`: reads raw server frames (one JSON value per line) and writes chunks of a dialect as they arrive, as lines or as
 * server-sent events. Memory stays constant: it waits for the output, and stores only the current line and turn. With `--check` the
 * output is validated.
 * @returns the exit code: 0; 1 if the input or none of its lines can be read, or the output breaks a rule; 2 if the arguments are
 * wrong
 */
export async function runConvert(
  args: readonly string[],
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  errors: NodeJS.WritableStream = process.stderr,
  world: ConvertWorld = { now: () => Date.now(), newConfirmationId: randomIds },
): Promise<number> {
  const parsed = parseConvertOptions(args)
  if (!parsed.ok) return usageProblem(errors, 'convert', parsed.error.message)
  if (isFolder(input)) {
    errors.write('parley convert: standard input is a folder. Give it a file, or pipe frames into it.\n')
    return 1
  }
  const options = parsed.value
  const newId = countingIds()
  const lines = createLineConverter(options, newId)
  const confirmation = createConfirmation({ form: options.confirmation, newId: world.newConfirmationId })
  const dialect = createDialectOutput({ ...options, newId, now: world.now })
  const sink = new TextSink(output)
  let lineNumber = 0
  let read = 0
  let passedBy = 0

  const say = (words: string) => void errors.write(`parley convert: ${words}\n`)

  /** Writes the output; false if a rule is broken and the work ends. */
  async function write({ text, faults }: DialectText, fault?: string): Promise<boolean> {
    await sink.write(text)
    const [violation] = fault === undefined ? faults : [fault]
    if (violation === undefined || (!options.check && fault === undefined)) return true
    say(lineNumber === 0 ? `the output breaks a rule: ${violation}.` : `line ${lineNumber}: ${violation}.`)
    return !options.check
  }

  const convert = (chunks: readonly PlacedChunk[]) => dialect.write(chunks.flatMap((chunk) => confirmation.push(chunk)))

  async function finish(): Promise<boolean> {
    return (await write(convert(lines.end()))) && (await write(dialect.end()))
  }

  try {
    for await (const line of readJsonLines(bytesOf(input))) {
      if (sink.isClosed) return 0
      lineNumber = line.number
      if (line.kind === 'value') read += 1
      else passedBy += 1
      const { chunks, fault } = lines.take(line)
      if (!(await write(convert(chunks), fault))) return 1
    }
  } catch (error) {
    await finish()
    say(`the input can't be read (${error instanceof Error ? error.message : String(error)})`)
    return 1
  } finally {
    sink.release()
  }
  const sound = await finish()
  if (read > 0 || passedBy === 0) return sound ? 0 : 1
  say(`no line of the input could be read, ${passedBy} ${passedBy === 1 ? 'was' : 'were'} passed by. Each line must be one JSON value.`)
  return 1
}

/** Node treats a folder as an empty input without an error. */
function isFolder(input: NodeJS.ReadableStream): boolean {
  return 'fd' in input && typeof input.fd === 'number' && fstatSync(input.fd).isDirectory()
}

async function* bytesOf(input: NodeJS.ReadableStream): AsyncGenerator<Uint8Array | string> {
  for await (const chunk of input) yield chunk
}
