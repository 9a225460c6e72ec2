import type { JsonValue } from '../../../shared/lib/json'
import { parseJson } from '../../../shared/lib/json-value'
import { z } from '../../../shared/lib/zod'

/** A column of JSON text: parsed on the way out, and refused as a schema error where it is no JSON or of another shape. */
export function jsonText<Value>(schema: z.ZodType<Value, JsonValue>): z.ZodType<Value, string> {
  return z
    .string()
    .transform((text, context): JsonValue => {
      const value = parseJson(text)
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: 'is not JSON' })
      return z.NEVER
    })
    .pipe(schema)
}
