import { assertNever } from '../../shared/lib/assert-never'
import { countingIds } from '../../shared/lib/ids'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import type { ConverterInput } from '../../shared/protocol/converter-input'
import { createConverter } from '../../shared/protocol/from-gemini'
import { type ConvertSource, parseConvertOptions } from './convert-options'
import { readJsonLines } from './json-lines'
import { usageProblem } from './usage-problem'

/**
 * `parley convert`: raw server frames in (one JSON value per line), `{messageId, role, chunk}` out, line by line while
 * they come. Memory stays constant: the output is waited for, and nothing is kept but the present line and turn.
 * @returns the exit code: 0, 1 when the input can't be read, 2 when the arguments are wrong
 */
export async function runConvert(
  args: readonly string[],
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  errors: NodeJS.WritableStream = process.stderr,
): Promise<number> {
  const options = parseConvertOptions(args)
  if (!options.ok) return usageProblem(errors, 'convert', options.error.message)
  const { from, messageId } = options.value
  const converter = createConverter({ newId: countingIds(), messageId })
  const sink = new LineSink(output)
  try {
    for await (const line of readJsonLines(bytesOf(input))) {
      if (sink.isClosed) return 0
      await sink.write(converter.push(line.kind === 'broken' ? { type: 'malformed' } : inputOf(from, line.value)))
    }
  } catch (error) {
    await sink.write(converter.push({ type: 'end' }))
    errors.write(`parley convert: the input can't be read (${error instanceof Error ? error.message : String(error)})\n`)
    return 1
  } finally {
    sink.release()
  }
  await sink.write(converter.push({ type: 'end' }))
  return 0
}

function inputOf(from: ConvertSource, value: unknown): ConverterInput {
  switch (from) {
    case 'gemini-live':
      return { type: 'live', frame: value }
    case 'gemini-text':
      return { type: 'text', chunk: value }
    case 'adk':
      return { type: 'adk', event: value }
    default:
      return assertNever(from, 'source')
  }
}

async function* bytesOf(input: NodeJS.ReadableStream): AsyncGenerator<Uint8Array | string> {
  for await (const chunk of input) yield chunk
}

/** Writes chunks as lines and waits while the reader is slow; a reader that went away (`| head`) ends the work quietly. */
class LineSink {
  readonly #output: NodeJS.WritableStream
  readonly #close: () => void
  #closed = false

  constructor(output: NodeJS.WritableStream) {
    this.#output = output
    this.#close = () => {
      this.#closed = true
    }
    output.on('error', this.#close)
    output.on('close', this.#close)
  }

  get isClosed(): boolean {
    return this.#closed
  }

  async write(chunks: readonly PlacedChunk[]): Promise<void> {
    if (chunks.length === 0 || this.#closed) return
    const lines = chunks.map(({ messageId, role, chunk }) => `${JSON.stringify({ messageId, role, chunk })}\n`)
    if (this.#output.write(lines.join(''))) return
    await this.#drained()
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const events = ['drain', 'close', 'error']
      const done = () => {
        for (const event of events) this.#output.off(event, done)
        resolve()
      }
      for (const event of events) this.#output.on(event, done)
    })
  }

  release(): void {
    this.#output.off('close', this.#close)
  }
}
