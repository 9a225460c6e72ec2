import type { JsonObject, JsonValue } from '../lib/json'
import { isJsonObject } from '../lib/json-value'
import type { z } from '../lib/zod'
import { type DisplayText, type Message, messageOf } from '../messages/message'

/** The most problems reported at once: the model fixes some and calls again. */
const MOST_PROBLEMS = 8

/** What does not fit about the arguments `sent`, one message for each problem, with the name of its argument. */
export function argumentProblems(error: z.ZodError, sent: JsonObject): readonly Message[] {
  return error.issues.slice(0, MOST_PROBLEMS).map((issue) => {
    const problem = problemOf(issue, sent)
    const name = issue.path.map(String).join('.')
    return name === '' ? messageOf('argument-problem', { problem }) : messageOf('argument-problem-of', { name, problem })
  })
}

function problemOf(issue: z.core.$ZodIssue, sent: JsonObject): DisplayText {
  const own = ownProblem(issue)
  if (own !== null) return own
  switch (issue.code) {
    case 'invalid_type':
      return messageOf('argument-type', { expected: issue.expected, received: kindOf(valueAt(sent, issue.path)) })
    case 'invalid_value': {
      const options = issue.values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value)))
      return options.length === 1
        ? messageOf('argument-value', { expected: options.join('') })
        : messageOf('argument-option', { options: options.join('|') })
    }
    case 'too_small':
      return sizeProblem('too_small', issue.origin, `${issue.inclusive === false ? '>' : '>='}${issue.minimum}`)
    case 'too_big':
      return sizeProblem('too_big', issue.origin, `${issue.inclusive === false ? '<' : '<='}${issue.maximum}`)
    case 'unrecognized_keys': {
      const keys = issue.keys.map((key) => `"${key}"`).join(', ')
      return issue.keys.length === 1 ? messageOf('argument-unknown-key', { key: keys }) : messageOf('argument-unknown-keys', { keys })
    }
    case 'invalid_format':
      return issue.format === 'regex' && issue.pattern !== undefined
        ? messageOf('argument-pattern', { rule: `match pattern ${issue.pattern}` })
        : messageOf('argument-form', { form: issue.format })
    default:
      return issue.message
  }
}

/** The schemas of tools name a message of their own by its code. */
function ownProblem({ message, ...issue }: z.core.$ZodIssue): Message | null {
  switch (message) {
    case 'argument-empty':
    case 'argument-currency':
    case 'argument-date':
    case 'argument-address':
      return messageOf(message)
    case 'argument-decimals':
      return messageOf(message, { currency: issue.code === 'custom' ? String(issue.params?.currency) : '' })
    default:
      return null
  }
}

function sizeProblem(code: 'too_small' | 'too_big', kind: string, limit: string): Message {
  if (kind === 'string') return messageOf(code === 'too_small' ? 'argument-too-short' : 'argument-too-long', { limit })
  if (kind === 'array') return messageOf(code === 'too_small' ? 'argument-short' : 'argument-long', { kind, limit: `${limit} items` })
  return messageOf(code === 'too_small' ? 'argument-low' : 'argument-high', { kind, limit })
}

function valueAt(sent: JsonValue, path: readonly PropertyKey[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, key) => {
    if (Array.isArray(value)) return (value as readonly JsonValue[])[Number(key)]
    return value !== undefined && isJsonObject(value) ? value[String(key)] : undefined
  }, sent)
}

function kindOf(value: JsonValue | undefined): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
