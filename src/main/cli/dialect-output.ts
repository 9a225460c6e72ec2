import { assertNever } from '../../shared/lib/assert-never'
import type { NewId } from '../../shared/lib/ids'
import { createAgUiLint } from '../../shared/protocol/check/ag-ui-lint'
import { createStreamLint } from '../../shared/protocol/check/stream-lint'
import { createTanstackLint } from '../../shared/protocol/check/tanstack-lint'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import { createAgUiWriter } from '../../shared/protocol/dialects/ag-ui'
import { aiSdkSse, createAiSdkWriter } from '../../shared/protocol/dialects/ai-sdk'
import { DONE, sseEvent } from '../../shared/protocol/dialects/sse'
import { createTanstackWriter } from '../../shared/protocol/dialects/tanstack-legacy'
import type { ConvertDialect } from './convert-options'

/** Text to write, and its violations. */
export interface DialectText {
  readonly text: string
  /** Violations as text; none unless requested. */
  readonly faults: readonly string[]
}

/** Writes a conversation in one dialect, as lines or as server-sent events. */
export interface DialectOutput {
  write(placed: readonly PlacedChunk[]): DialectText
  end(): DialectText
}

export interface DialectOutputSetup {
  readonly to: ConvertDialect
  readonly sse: boolean
  readonly check: boolean
  readonly newId: NewId
  /** Milliseconds since the Unix epoch, for dialects with timestamps. */
  readonly now: () => number
}

/** The output of a dialect. It checks the chunks in every dialect, and then the dialect's own output. */
export function createDialectOutput(setup: DialectOutputSetup): DialectOutput {
  const output = dialectOf(setup)
  const lint = createStreamLint()
  if (!setup.check) return { write: (placed) => ({ ...output.write(placed), faults: [] }), end: () => ({ ...output.end(), faults: [] }) }
  return {
    write(placed) {
      const faults = placed.flatMap((chunk) => lint.take(chunk))
      const written = output.write(placed)
      return { text: written.text, faults: [...faults, ...written.faults] }
    },
    end() {
      const written = output.end()
      return { text: written.text, faults: [...lint.end(), ...written.faults] }
    },
  }
}

function dialectOf({ to, sse, newId, now }: DialectOutputSetup): DialectOutput {
  const line = sse ? (value: unknown) => sseEvent(value) : (value: unknown) => `${JSON.stringify(value)}\n`
  switch (to) {
    case 'ai-sdk':
      return sse ? aiSdkResponses() : { write: (placed) => ({ text: placed.map(placedLine).join(''), faults: [] }), end: () => NOTHING }
    case 'ag-ui':
      return written(createAgUiWriter({ newId, threadId: newId('thread') }), createAgUiLint(), line)
    case 'tanstack':
      return written(createTanstackWriter({ now, model: 'gemini' }), createTanstackLint(), line, sse ? DONE : '')
    default:
      return assertNever(to, 'dialect')
  }
}

const NOTHING: DialectText = { text: '', faults: [] }

function placedLine({ messageId, role, chunk }: PlacedChunk): string {
  return `${JSON.stringify({ messageId, role, chunk })}\n`
}

function aiSdkResponses(): DialectOutput {
  const writer = createAiSdkWriter()
  return {
    write: (placed) => ({
      text: placed
        .flatMap((chunk) => writer.push(chunk))
        .map((event) => aiSdkSse(event))
        .join(''),
      faults: [],
    }),
    end: () => ({
      text: writer
        .end()
        .map((event) => aiSdkSse(event))
        .join(''),
      faults: [],
    }),
  }
}

function written<Event>(
  writer: { push(placed: PlacedChunk): readonly Event[]; end(): readonly Event[] },
  lint: { take(event: Event): readonly string[]; end(): readonly string[] },
  line: (event: Event) => string,
  last = '',
): DialectOutput {
  const asText = (events: readonly Event[]): DialectText => ({
    text: events.map(line).join(''),
    faults: events.flatMap((event) => lint.take(event)),
  })
  return {
    write: (placed) => asText(placed.flatMap((chunk) => writer.push(chunk))),
    end() {
      const { text, faults } = asText(writer.end())
      return { text: `${text}${last}`, faults: [...faults, ...lint.end()] }
    },
  }
}
