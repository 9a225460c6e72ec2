import { parseArgs } from 'node:util'
import { failure, type Result, success } from '../../shared/lib/result'

const SOURCES = ['gemini-live', 'gemini-text', 'adk'] as const
export type ConvertSource = (typeof SOURCES)[number]

/** What `parley convert` was asked to do. */
export interface ConvertOptions {
  readonly from: ConvertSource
  readonly messageId: string | undefined
}

/** Reads the arguments of `parley convert`; the failure names the one that is wrong. */
export function parseConvertOptions(args: readonly string[]): Result<ConvertOptions> {
  let values: { readonly from?: string; readonly to?: string; readonly 'message-id'?: string }
  try {
    const known = { from: { type: 'string' }, to: { type: 'string' }, 'message-id': { type: 'string' } } as const
    values = parseArgs({ args: [...args], options: known, strict: true, allowPositionals: false }).values
  } catch (error) {
    return refuse(error instanceof Error ? firstSentence(error.message) : String(error))
  }
  const from = SOURCES.find((source) => source === values.from)
  if (values.from === undefined) return refuse('--from is missing')
  if (from === undefined) return refuse(`--from ${JSON.stringify(values.from)} is not known`)
  if (values.to === undefined) return refuse('--to is missing')
  if (values.to !== 'ai-sdk') return refuse(`--to ${JSON.stringify(values.to)} is not known`)
  if (values['message-id'] === '') return refuse('--message-id is empty')
  return success({ from, messageId: values['message-id'] })
}

function refuse(what: string): Result<ConvertOptions> {
  return failure('usage', `${what}.`)
}

// Node adds advice about `--` that has no use here
function firstSentence(message: string): string {
  const [sentence] = message.split(/\.\s|\n/)
  return sentence ?? message
}
