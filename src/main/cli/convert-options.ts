import { parseArgs } from 'node:util'
import { failure, type Result, success } from '../../shared/lib/result'
import type { ConfirmationForm } from '../../shared/protocol/dialects/confirmation'
import { argumentProblem } from './usage-problem'

const SOURCES = ['gemini-live', 'gemini-text', 'adk', 'chunks'] as const
const DIALECTS = ['ai-sdk', 'ag-ui', 'tanstack'] as const
const FORMS: readonly ConfirmationForm[] = ['standard', 'adk']

/** The kind of input lines: frames of a server, or placed chunks as `--to ai-sdk` writes them. */
export type ConvertSource = (typeof SOURCES)[number]
export type ConvertDialect = (typeof DIALECTS)[number]

/** Options of `parley convert`. */
export interface ConvertOptions {
  readonly from: ConvertSource
  readonly to: ConvertDialect
  readonly messageId: string | undefined
  readonly confirmation: ConfirmationForm
  /** Server-sent events instead of JSON lines. */
  readonly sse: boolean
  /** Stop at the first violation of the output. */
  readonly check: boolean
}

const KNOWN = {
  from: { type: 'string' },
  to: { type: 'string' },
  'message-id': { type: 'string' },
  confirmation: { type: 'string' },
  sse: { type: 'boolean' },
  check: { type: 'boolean' },
} as const

/** Parses the arguments of `parley convert`; the failure names the wrong one. */
export function parseConvertOptions(args: readonly string[]): Result<ConvertOptions> {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    return refuse(argumentProblem(error))
  }
  const from = SOURCES.find((source) => source === values.from)
  if (values.from === undefined) return refuse('--from is missing')
  if (from === undefined) return refuse(`--from ${JSON.stringify(values.from)} is not known`)
  const to = DIALECTS.find((dialect) => dialect === values.to)
  if (values.to === undefined) return refuse('--to is missing')
  if (to === undefined) return refuse(`--to ${JSON.stringify(values.to)} is not known`)
  if (values['message-id'] === '') return refuse('--message-id is empty')
  const confirmation = FORMS.find((form) => form === (values.confirmation ?? 'standard'))
  if (confirmation === undefined) return refuse(`--confirmation ${JSON.stringify(values.confirmation)} is not known`)
  return success({ from, to, messageId: values['message-id'], confirmation, sse: values.sse === true, check: values.check === true })
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: KNOWN, strict: true, allowPositionals: false }).values
}

function refuse(what: string): Result<ConvertOptions> {
  return failure('usage', `${what}.`)
}
