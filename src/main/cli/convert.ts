import { countingIds, type NewId } from '../../shared/lib/ids'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import { createConfirmation } from '../../shared/protocol/dialects/confirmation'
import { randomIds } from '../random-ids'
import { parseConvertOptions } from './convert-options'
import { createDialectOutput, type DialectText } from './dialect-output'
import { readJsonLines } from './json-lines'
import { createLineConverter } from './line-converter'
import { TextSink } from './text-sink'
import { usageProblem } from './usage-problem'

/** What `parley convert` takes from the world. */
export interface ConvertWorld {
  readonly now: () => number
  /** Confirmations of the ADK form must be unique everywhere; everything else is counted, the same on every run. */
  readonly newConfirmationId: NewId
}

/**
 * `parley convert`: raw server frames in (one JSON value per line), chunks of a dialect out while they come, as lines or
 * as server-sent events. Memory stays constant: the output is waited for, and nothing is kept but the present line and
 * turn. With `--check` the output goes through our own validators.
 * @returns the exit code: 0, 1 when the input can't be read or the output breaks a rule, 2 when the arguments are wrong
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
  const options = parsed.value
  const newId = countingIds()
  const lines = createLineConverter(options, newId)
  const confirmation = createConfirmation({ form: options.confirmation, newId: world.newConfirmationId })
  const dialect = createDialectOutput({ ...options, newId, now: world.now })
  const sink = new TextSink(output)
  let lineNumber = 0

  const say = (words: string) => void errors.write(`parley convert: ${words}\n`)

  /** Writes what there is; false when a rule is broken and the work ends. */
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
  return (await finish()) ? 0 : 1
}

async function* bytesOf(input: NodeJS.ReadableStream): AsyncGenerator<Uint8Array | string> {
  for await (const chunk of input) yield chunk
}
