import { z } from '../lib/zod'
import { makeVisible } from '../text/make-visible'
import { parseWebAddress } from '../text/web-address'
import { type ElicitationRequest, type FormField, fieldFault, longestFormText } from './elicitation'

/** The most fields of a form, and the most options of one. */
const MOST_FIELDS = 30
const MOST_OPTIONS = 100
const LONGEST_WORDS = 1000
const LONGEST_MESSAGE = 2000

const words = z.string().optional()
const count = z.number().int().min(0).optional()
const titled = z.array(z.object({ const: z.string(), title: z.string() })).min(1)
const texts = z.array(z.string()).min(1)

/** MCP `PrimitiveSchemaDefinition` (2025-11-25): nothing nested, nothing to match. */
const propertySchema = z.union([
  z.object({ type: z.literal('boolean'), title: words, description: words, default: z.boolean().optional() }),
  z.object({
    type: z.enum(['number', 'integer']),
    ...{ title: words, description: words, minimum: z.number().optional(), maximum: z.number().optional(), default: z.number().optional() },
  }),
  z.object({
    type: z.literal('array'),
    ...{ title: words, description: words, minItems: count, maxItems: count, default: z.array(z.string()).optional() },
    items: z.union([z.object({ anyOf: titled }), z.object({ oneOf: titled }), z.object({ enum: texts })]),
  }),
  z.object({
    type: z.literal('string'),
    ...{ title: words, description: words, minLength: count, maxLength: count, default: words, format: words },
    ...{ enum: texts.optional(), enumNames: texts.optional(), oneOf: titled.optional(), anyOf: titled.optional() },
  }),
])
type Property = z.infer<typeof propertySchema>

const formSchema = z.object({
  message: z.string(),
  requestedSchema: z.object({
    type: z.literal('object'),
    properties: z.record(z.string().min(1).max(200), z.unknown()),
    required: z.array(z.string()).optional(),
  }),
})
const wordsSchema = z.object({ title: words.catch(''), description: words.catch(''), format: words.catch('') })
const pageSchema = z.object({ mode: z.literal('url'), message: z.string(), url: z.string().max(4000) })

/** Words for what nobody should write into a form of a server; the Japanese ones mean password, secret number, private key, card number. */
const SECRET =
  /pass(?:word|code|phrase)|\bpwd\b|secret|credential|api[\s_-]*key|access[\s_-]*token|\bpin\b|\bcv[cv]2?\b|card[\s_-]*number|\u30d1\u30b9\u30ef\u30fc\u30c9|\u6697\u8a3c|\u79d8\u5bc6\u9375|\u30ab\u30fc\u30c9\u756a\u53f7/iu

/**
 * Reads what a server asks the user for (MCP `elicitation/create`). Null if it is nothing that Parley can ask: a schema that is nested, too
 * large or contradicts itself, or an address that is not https.
 */
export function readElicitationRequest(params: unknown): ElicitationRequest | null {
  const page = pageSchema.safeParse(params)
  if (page.success) {
    const address = parseWebAddress(page.data.url)
    if (address === null) return null
    return {
      kind: 'page',
      message: shown(page.data.message, LONGEST_MESSAGE),
      address: address.href,
      host: address.host,
      written: address.written,
    }
  }
  const form = formSchema.safeParse(params)
  if (!form.success) return null
  const { message, requestedSchema } = form.data
  const entries = Object.entries(requestedSchema.properties)
  if (entries.length > MOST_FIELDS) return null
  const fields = entries.map(([name, property]) => fieldOf(name, property, requestedSchema.required?.includes(name) === true))
  const secret = entries.flatMap(([name, property]) => (asksForSecret(name, property) ? [shown(name, 200)] : []))
  if (secret.length > 0) return { kind: 'secret', message: shown(message, LONGEST_MESSAGE), fields: secret }
  const read = fields.flatMap((field) => (field === null ? [] : [field]))
  return read.length < fields.length ? null : { kind: 'form', message: shown(message, LONGEST_MESSAGE), fields: read }
}

function asksForSecret(name: string, property: unknown): boolean {
  const { title = '', description = '', format = '' } = wordsSchema.safeParse(property).data ?? {}
  const names = `${name}\n${title}`.replace(/([a-z])([A-Z])/gu, '$1 $2')
  // “do not write your password here” asks for none
  const warns = /\b(?:not|never|no)\b/iu.test(description)
  return format === 'password' || SECRET.test(names) || (!warns && SECRET.test(description))
}

function fieldOf(name: string, sent: unknown, required: boolean): FormField | null {
  const parsed = propertySchema.safeParse(sent)
  if (!parsed.success) return null
  const field = withoutValue(name, parsed.data, required)
  if (field === null || ('options' in field && field.options.length > MOST_OPTIONS)) return null
  return field
}

function withoutValue(name: string, property: Property, required: boolean): FormField | null {
  const facts = { name, title: shown(property.title ?? name, 200), description: shown(property.description ?? '', LONGEST_WORDS), required }
  switch (property.type) {
    case 'boolean':
      return { ...facts, kind: 'boolean', value: property.default ?? false }
    case 'number':
    case 'integer': {
      const { minimum = null, maximum = null } = property
      if (minimum !== null && maximum !== null && minimum > maximum) return null
      const field = { ...facts, kind: 'number', integer: property.type === 'integer', least: minimum, most: maximum } as const
      const value = property.default ?? null
      return { ...field, value: value !== null && fieldFault({ ...field, value }, value) === null ? value : null }
    }
    case 'array': {
      const options = optionsOf(property.items)
      const { minItems: least = 0, maxItems = options.length } = property
      const most = Math.min(maxItems, options.length)
      if (least > most) return null
      const field = { ...facts, kind: 'choices', options, least, most } as const
      const value = property.default ?? []
      return { ...field, value: fieldFault({ ...field, value }, value) === null ? value : [] }
    }
    case 'string':
      return textField(facts, property)
  }
}

function textField(
  facts: Pick<FormField, 'name' | 'title' | 'description' | 'required'>,
  property: Extract<Property, { readonly type: 'string' }>,
): FormField | null {
  const options = optionsOf(property)
  const value = property.default ?? ''
  if (options.length > 0) return { ...facts, kind: 'choice', options, value: options.some((one) => one.value === value) ? value : '' }
  const { minLength: shortest = 0, maxLength = longestFormText } = property
  const longest = Math.min(maxLength, longestFormText)
  if (shortest > longest) return null
  const format = z.enum(['email', 'uri', 'date', 'date-time']).safeParse(property.format)
  return { ...facts, kind: 'text', format: format.success ? format.data : 'plain', shortest, longest, value: value.slice(0, longest) }
}

interface OptionSource {
  readonly enum?: readonly string[] | undefined
  readonly enumNames?: readonly string[] | undefined
  readonly oneOf?: readonly { readonly const: string; readonly title: string }[] | undefined
  readonly anyOf?: readonly { readonly const: string; readonly title: string }[] | undefined
}

function optionsOf({ enum: values = [], enumNames = [], oneOf, anyOf }: OptionSource): readonly { value: string; title: string }[] {
  const titledOptions = (oneOf ?? anyOf)?.map((one) => ({ value: one.const, title: shown(one.title, 200) }))
  return titledOptions ?? values.map((value, index) => ({ value, title: shown(enumNames[index] ?? value, 200) }))
}

/** A server's words, with hidden characters visible; line breaks stay. */
function shown(text: string, most: number): string {
  const visible = text.split(/\r?\n/u).map(makeVisible).join('\n').trim()
  return visible.length <= most ? visible : `${visible.slice(0, most - 1)}…`
}
