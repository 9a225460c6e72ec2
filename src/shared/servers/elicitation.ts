import type { JsonValue } from '../lib/json'
import { isJsonList } from '../lib/json-value'
import { z } from '../lib/zod'
import { serverNameSchema } from './tool-server'

const option = z.strictObject({ value: z.string(), title: z.string() })
const fieldFacts = {
  /** the key of the answer */
  name: z.string(),
  /** the server's words, with hidden characters visible */
  title: z.string(),
  description: z.string(),
  required: z.boolean(),
}

/** One field of a form (MCP `PrimitiveSchemaDefinition`). */
export const formFieldSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...fieldFacts,
    kind: z.literal('text'),
    format: z.enum(['plain', 'email', 'uri', 'date', 'date-time']),
    shortest: z.number(),
    longest: z.number(),
    value: z.string(),
  }),
  z.strictObject({
    ...fieldFacts,
    kind: z.literal('number'),
    integer: z.boolean(),
    least: z.number().nullable(),
    most: z.number().nullable(),
    value: z.number().nullable(),
  }),
  z.strictObject({ ...fieldFacts, kind: z.literal('boolean'), value: z.boolean() }),
  z.strictObject({ ...fieldFacts, kind: z.literal('choice'), options: z.array(option).readonly(), value: z.string() }),
  z.strictObject({
    ...fieldFacts,
    kind: z.literal('choices'),
    options: z.array(option).readonly(),
    least: z.number(),
    most: z.number(),
    value: z.array(z.string()).readonly(),
  }),
])
export type FormField = Readonly<z.infer<typeof formFieldSchema>>

/** What a server asks the user for. `secret`: a form that asks for passwords and the like, which is not filled in. */
export const elicitationRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('form'), message: z.string(), fields: z.array(formFieldSchema).readonly() }),
  z.strictObject({ kind: z.literal('secret'), message: z.string(), fields: z.array(z.string()).readonly() }),
  z.strictObject({
    kind: z.literal('page'),
    message: z.string(),
    /** the whole https address, and its host as it is looked up and, if that differs, as the user may see it */
    address: z.string(),
    host: z.string(),
    written: z.string().nullable(),
  }),
])
export type ElicitationRequest = Readonly<z.infer<typeof elicitationRequestSchema>>

/** A question of a server to the user, in the middle of a call. Times are ms since the epoch. */
export const elicitationSchema = z.strictObject({
  elicitationId: z.string(),
  server: serverNameSchema,
  conversationId: z.string(),
  toolCallId: z.string(),
  request: elicitationRequestSchema,
  askedAt: z.number(),
  expiresAt: z.number(),
})
export type Elicitation = Readonly<z.infer<typeof elicitationSchema>>

/** Values of a form, by the names of its fields. */
export const formValuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()]))
export type FormValues = Readonly<z.infer<typeof formValuesSchema>>

/** The user's answer; `cancel` answers nothing. */
export const elicitationAnswerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accept'), values: formValuesSchema }),
  z.strictObject({ kind: z.literal('decline') }),
  z.strictObject({ kind: z.literal('cancel') }),
])
export type ElicitationAnswer = Readonly<z.infer<typeof elicitationAnswerSchema>>

/** The longest text of an answer. */
export const longestFormText = 10_000

/**
 * Why a value does not fit its field, or null. Dates and addresses are checked by their outline; the server checks the rest.
 */
export type FieldFault =
  | 'needed'
  | 'text-length'
  | 'email'
  | 'uri'
  | 'date'
  | 'date-time'
  | 'number'
  | 'integer'
  | 'range'
  | 'choice'
  | 'count'

const formats: Readonly<Record<'email' | 'uri' | 'date' | 'date-time', RegExp>> = {
  email: /^[^\s@]+@[^\s@]+$/u,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/iu,
  date: /^\d{4}-\d{2}-\d{2}$/u,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u,
}

/** Checks one value; undefined: it was left out. */
export function fieldFault(field: FormField, value: JsonValue | undefined): FieldFault | null {
  if (value === undefined) return field.required ? 'needed' : null
  switch (field.kind) {
    case 'text': {
      if (typeof value !== 'string') return 'text-length'
      const length = [...value].length
      if (length < field.shortest || length > field.longest) return field.required && length === 0 ? 'needed' : 'text-length'
      return field.format === 'plain' || formats[field.format].test(value) ? null : field.format
    }
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'number'
      if (field.integer && !Number.isInteger(value)) return 'integer'
      return value < (field.least ?? value) || value > (field.most ?? value) ? 'range' : null
    case 'boolean':
      return typeof value === 'boolean' ? null : 'choice'
    case 'choice':
      return field.options.some((one) => one.value === value) ? null : 'choice'
    case 'choices': {
      if (!isJsonList(value) || new Set(value).size !== value.length) return 'choice'
      if (!value.every((one) => field.options.some((known) => known.value === one))) return 'choice'
      return value.length < field.least || value.length > field.most ? 'count' : null
    }
  }
}

/** Whether these are values of this form: every one of a field, fitting, and none missing. */
export function fitsForm(fields: readonly FormField[], values: FormValues): boolean {
  const known = new Set(fields.map(({ name }) => name))
  return (
    Object.keys(values).every((name) => known.has(name)) &&
    fields.every((field) => fieldFault(field, Object.hasOwn(values, field.name) ? values[field.name] : undefined) === null)
  )
}
