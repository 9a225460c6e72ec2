import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonList, isJsonObject } from '../../../shared/lib/json-value'
import { ClientViolation } from './client-violation'
import type { FieldKind, MessageKind } from './service-messages'

const PACKAGE = 'type.googleapis.com/google.ai.generativelanguage.v1beta'
const INT64_LIMIT = 2n ** 63n
/** The most that the service repeats of bytes it cannot read. */
const SHOWN_BYTES = 300

/** What one walk found. */
interface Findings {
  readonly problems: string[]
}

/** A value with the place that the service names it by: empty for the whole message. */
interface Placed {
  readonly value: JsonValue
  /** Field names in snake_case, entries of lists by their number. */
  readonly place: string
}

/**
 * Reads a message as the service's JSON parser does: every name, kind and enum value at every depth. The result has
 * camelCase names, lists where the client left the brackets out, and no fields that are null. Throws one violation that
 * names everything that was found, in the service's words (zed-industries/zed#44875, simonw/llm-gemini#49,
 * crmne/ruby_llm#521).
 */
export function checkMessage(kind: MessageKind, value: JsonObject): JsonObject {
  const findings: Findings = { problems: [] }
  const read = readMessage(kind, value, '', findings)
  if (findings.problems.length > 0) throw new ClientViolation(1007, findings.problems.join('\n'))
  return read
}

function readMessage(kind: MessageKind, value: JsonObject, place: string, findings: Findings): JsonObject {
  const read: Record<string, JsonValue> = {}
  for (const [sent, inner] of Object.entries(value)) {
    const name = camelCase(sent)
    const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined
    const problem = field === undefined ? 'Cannot find field.' : misplacedList(field, inner)
    if (field === undefined || problem !== null) {
      const at = place === '' ? '' : ` at '${place}'`
      findings.problems.push(`Invalid JSON payload received. Unknown name "${sent}"${at}: ${problem}`)
    } else if (inner !== null || field === 'any') {
      const at = place === '' ? snakeCase(name) : `${place}.${snakeCase(name)}`
      read[name] = readField(field, { value: inner, place: at }, findings)
    }
  }
  return read
}

function misplacedList(field: FieldKind, value: JsonValue): string | null {
  const takesList = field === 'any' || (typeof field === 'object' && field.kind === 'list')
  return isJsonList(value) && !takesList ? 'Proto field is not repeating, cannot start list.' : null
}

function readField(field: FieldKind, { value, place }: Placed, findings: Findings): JsonValue {
  if (typeof field === 'string') {
    const problem = scalarProblem(field, value)
    if (problem !== null) findings.problems.push(`Invalid value at '${place}' (${problem}`)
    return value
  }
  switch (field.kind) {
    case 'enum':
      if (typeof value === 'string' && field.values.includes(value)) return value
      findings.problems.push(`Invalid value at '${place}' (${PACKAGE}.${field.name}), ${JSON.stringify(value)}`)
      return value
    case 'message':
      if (isJsonObject(value)) return readMessage(field, value, place, findings)
      findings.problems.push(`Invalid value at '${place}' (${PACKAGE}.${field.name}), ${JSON.stringify(value)}`)
      return value
    case 'list':
      // protobuf accepts a single entry without brackets
      if (!isJsonList(value)) return [readField(field.of, { value, place }, findings)]
      return value.map((entry, index) => readField(field.of, { value: entry, place: `${place}[${index}]` }, findings))
    case 'map':
      if (isJsonObject(value)) return readMap(field.of, value, place, findings)
      findings.problems.push(`Invalid value at '${place}' (TYPE_MESSAGE), ${JSON.stringify(value)}`)
      return value
  }
}

function readMap(of: FieldKind, value: JsonObject, place: string, findings: Findings): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, entry], index) => [key, readField(of, { value: entry, place: `${place}[${index}].value` }, findings)]),
  )
}

/** What the service says after the place of a value of the wrong kind: the kind and the value; null if it fits. */
function scalarProblem(kind: Extract<FieldKind, string>, value: JsonValue): string | null {
  const shown = JSON.stringify(value)
  switch (kind) {
    case 'any':
      return null
    case 'string':
      return typeof value === 'string' ? null : `TYPE_STRING), ${shown}`
    case 'bool':
      return typeof value === 'boolean' ? null : `TYPE_BOOL), ${shown}`
    case 'int32':
      return isInteger(value, 2n ** 31n) ? null : `TYPE_INT32), ${shown}`
    case 'int64':
      return isInteger(value, INT64_LIMIT) ? null : `TYPE_INT64), ${shown}`
    case 'float':
      return isNumber(value) ? null : `TYPE_FLOAT), ${shown}`
    case 'bytes':
      if (typeof value !== 'string') return `TYPE_BYTES), ${shown}`
      return isBase64(value) ? null : `TYPE_BYTES), Base64 decoding failed for "${value.slice(0, SHOWN_BYTES)}"`
    case 'duration':
      return typeof value === 'string' && /^-?\d+(\.\d{1,9})?s$/.test(value)
        ? null
        : `type.googleapis.com/google.protobuf.Duration), ${shown}`
    case 'timestamp':
      return isTimestamp(value) ? null : `type.googleapis.com/google.protobuf.Timestamp), ${shown}`
    case 'struct':
      return isJsonObject(value) ? null : `type.googleapis.com/google.protobuf.Struct), ${shown}`
  }
}

/** A whole number below the limit, which may be given as its digits. */
function isInteger(value: JsonValue, limit: bigint): boolean {
  const digits = typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : value
  if (typeof digits !== 'string' || !/^-?\d{1,19}$/.test(digits)) return false
  return BigInt(digits) < limit && BigInt(digits) >= -limit
}

function isNumber(value: JsonValue): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value))
}

/** Base64 of either alphabet; padding is optional, but must be correct. */
function isBase64(value: string): boolean {
  const digits = value.replace(/={1,2}$/, '')
  if (!/^([A-Za-z0-9+/]*|[A-Za-z0-9_-]*)$/.test(digits) || digits.length % 4 === 1) return false
  return digits.length === value.length || value.length % 4 === 0
}

function isTimestamp(value: JsonValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(value)
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
