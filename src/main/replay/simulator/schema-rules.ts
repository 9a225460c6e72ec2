import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonList, isJsonObject } from '../../../shared/lib/json-value'
import { ClientViolation, unknownField } from './client-violation'
import { compilesInRe2 } from './re2-pattern'

/** How a field of a message goes over the wire. */
type FieldKind = 'string' | 'bool' | 'number' | 'int64' | 'strings' | 'value' | 'type' | 'schema' | 'schemas' | 'schema-map'

/** The `Schema` message (genai.d.ts `Schema`; ai.google.dev/api/caching#Schema). int64 goes as a number or as text. */
const SCHEMA_FIELDS: Readonly<Record<string, FieldKind>> = {
  type: 'type',
  format: 'string',
  title: 'string',
  description: 'string',
  nullable: 'bool',
  enum: 'strings',
  items: 'schema',
  minItems: 'int64',
  maxItems: 'int64',
  properties: 'schema-map',
  required: 'strings',
  minProperties: 'int64',
  maxProperties: 'int64',
  minLength: 'int64',
  maxLength: 'int64',
  pattern: 'string',
  minimum: 'number',
  maximum: 'number',
  anyOf: 'schemas',
  default: 'value',
  example: 'value',
  propertyOrdering: 'strings',
}
/** genai.d.ts `Type`; a null type is known and refused by models of today, so it counts as unknown. */
const TYPES: readonly JsonValue[] = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT']
const TYPE_NAME = 'type.googleapis.com/google.ai.generativelanguage.v1beta.Type'
const FORMATS: Readonly<Record<string, readonly JsonValue[]>> = {
  STRING: ['enum', 'date-time'],
  NUMBER: ['float', 'double'],
  INTEGER: ['int32', 'int64'],
}

/**
 * Names of arguments (genai.d.ts `FunctionDeclaration.parameters`). Inferred: that it holds at every depth, and the wording, which is
 * that of a function's name (kaitranntt/ccs#25).
 */
const PROPERTY_NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/
const BAD_PROPERTY_NAME =
  'Invalid parameter name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), with a maximum length of 64.'

/** Where a schema stands: as the parser names the place, and as the check of its meaning does. */
interface Place {
  readonly parsed: string
  readonly checked: string
}

/**
 * Checks the parameters of a function as the service does (wording: zed-industries/zed#44875, google-gemini/gemini-cli#3178,
 * microsoft/azure-devops-mcp#139, danny-avila/LibreChat#6971, anomalyco/opencode#49392). `place` names the declaration.
 */
export function checkParameters(parameters: JsonValue, place: string): void {
  const at = { parsed: `${place}.parameters`, checked: `${place}.parameters` }
  checkFields(parameters, at)
  if (isJsonObject(parameters) && parameters.type !== 'OBJECT') throw schemaRefusal(at.checked, 'schema should be of type OBJECT')
  checkMeaning(parameters, at)
}

/** The parser: names and kinds of fields. */
function checkFields(schema: JsonValue, { parsed }: Place): void {
  if (!isJsonObject(schema)) throw invalidValue(parsed, 'type.googleapis.com/google.ai.generativelanguage.v1beta.Schema', schema)
  for (const [name, value] of Object.entries(schema)) {
    const kind = Object.hasOwn(SCHEMA_FIELDS, name) ? SCHEMA_FIELDS[name] : undefined
    if (kind === undefined) throw unknownField(name, parsed)
    checkField(kind, value, `${parsed}.${snakeCase(name)}`, name, parsed)
  }
}

function checkField(kind: FieldKind, value: JsonValue, place: string, name: string, parent: string): void {
  const repeated = kind === 'strings' || kind === 'schemas'
  if (isJsonList(value) && !repeated && kind !== 'value') {
    const words = `Invalid JSON payload received. Unknown name "${name}" at '${parent}': Proto field is not repeating, cannot start list.`
    throw new ClientViolation(1007, words)
  }
  switch (kind) {
    case 'value':
      return
    case 'string':
      if (typeof value !== 'string') throw invalidValue(place, 'TYPE_STRING', value)
      return
    case 'bool':
      if (typeof value !== 'boolean') throw invalidValue(place, 'TYPE_BOOL', value)
      return
    case 'number':
      if (typeof value !== 'number') throw invalidValue(place, 'TYPE_DOUBLE', value)
      return
    case 'int64':
      if (!isInt64(value)) throw invalidValue(place, 'TYPE_INT64', value)
      return
    case 'type':
      if (!TYPES.includes(value)) throw invalidValue(place, TYPE_NAME, value)
      return
    case 'schema':
      checkFields(value, { parsed: place, checked: '' })
      return
    case 'strings':
    case 'schemas':
      if (!isJsonList(value)) throw invalidValue(place, kind === 'strings' ? 'TYPE_STRING' : 'TYPE_MESSAGE', value)
      value.forEach((entry, index) => {
        if (kind === 'schemas') checkFields(entry, { parsed: `${place}[${index}]`, checked: '' })
        else if (typeof entry !== 'string') throw invalidValue(`${place}[${index}]`, 'TYPE_STRING', entry)
      })
      return
    case 'schema-map':
      if (!isJsonObject(value)) throw invalidValue(place, 'TYPE_MESSAGE', value)
      for (const [index, entry] of Object.values(value).entries()) checkFields(entry, { parsed: `${place}[${index}].value`, checked: '' })
  }
}

/** The check behind the parser: which fields go together. */
function checkMeaning(schema: JsonValue, { checked }: Place): void {
  if (!isJsonObject(schema)) return
  const { type, anyOf, enum: values, format, items, properties, required, pattern } = schema
  if (anyOf !== undefined && type !== undefined)
    throw schemaRefusal(`${checked}.any_of`, 'must be the only field set beside description and nullable')
  if (anyOf === undefined && type === undefined)
    throw schemaRefusal(`${checked}.type`, 'must be specified when not using one_of, any_of or all_of fields')
  if (values !== undefined && type !== 'STRING') throw schemaRefusal(`${checked}.enum`, 'only allowed for STRING type')
  if (isJsonList(values))
    values.forEach((value, index) => {
      if (value === '') throw schemaRefusal(`${checked}.enum[${index}]`, 'cannot be empty')
    })
  checkFormat(format, type, checked)
  // inferred, the wording too: see `compilesInRe2`
  if (typeof pattern === 'string' && !compilesInRe2(pattern)) throw schemaRefusal(`${checked}.pattern`, 'invalid regular expression')
  if (items !== undefined && type !== 'ARRAY') throw schemaRefusal(`${checked}.items`, 'field predicate failed: $type == Type.ARRAY')
  if (items === undefined && type === 'ARRAY') throw schemaRefusal(`${checked}.items`, 'missing field.')
  if (properties !== undefined && type !== 'OBJECT') throw schemaRefusal(`${checked}.properties`, 'only allowed for OBJECT type')
  const known = isJsonObject(properties) ? properties : {}
  if (type === 'OBJECT' && Object.keys(known).length === 0)
    throw schemaRefusal(`${checked}.properties`, 'should be non-empty for OBJECT type')
  if (isJsonList(required))
    required.forEach((name, index) => {
      if (typeof name !== 'string' || !Object.hasOwn(known, name))
        throw schemaRefusal(`${checked}.required[${index}]`, 'property is not defined')
    })
  for (const name of Object.keys(known)) {
    if (!PROPERTY_NAME.test(name)) throw schemaRefusal(`${checked}.properties[${name}]`, BAD_PROPERTY_NAME)
  }
  for (const [name, inner] of Object.entries(known)) checkMeaning(inner, { parsed: '', checked: `${checked}.properties[${name}]` })
  if (items !== undefined) checkMeaning(items, { parsed: '', checked: `${checked}.items` })
  if (isJsonList(anyOf))
    anyOf.forEach((inner, index) => {
      checkMeaning(inner, { parsed: '', checked: `${checked}.any_of[${index}]` })
    })
}

function checkFormat(format: JsonValue | undefined, type: JsonValue | undefined, checked: string): void {
  const allowed = typeof type === 'string' && Object.hasOwn(FORMATS, type) ? FORMATS[type] : undefined
  if (format === undefined || format === '' || allowed?.includes(format) === true) return
  const names = (allowed ?? []).flatMap((name) => (typeof name === 'string' ? [`'${name}'`] : [])).join(' and ')
  throw schemaRefusal(`${checked}.format`, `only ${names} are supported for ${typeof type === 'string' ? type : 'this'} type`)
}

/** `google.protobuf` JSON takes an int64 as a whole number or as its digits. */
function isInt64(value: JsonValue): boolean {
  return typeof value === 'number' ? Number.isInteger(value) : typeof value === 'string' && /^-?\d{1,19}$/.test(value)
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function invalidValue(place: string, kind: string, value: JsonValue): ClientViolation {
  return new ClientViolation(1007, `Invalid value at '${place}' (${kind}), ${JSON.stringify(value)}`)
}

function schemaRefusal(place: string, problem: string): ClientViolation {
  return new ClientViolation(1007, `* GenerateContentRequest.${place}: ${problem}`)
}

/** The declarations of a text request, whose tools are checked here as those of a Live setup are. */
export function checkDeclaredParameters(tools: readonly JsonObject[], place: string): void {
  tools.forEach(({ functionDeclarations }, index) => {
    if (!isJsonList(functionDeclarations)) return
    functionDeclarations.forEach((declaration, number) => {
      if (!isJsonObject(declaration) || declaration.parameters === undefined) return
      checkParameters(declaration.parameters, `${place}tools[${index}].function_declarations[${number}]`)
    })
  })
}
