import type { JsonObject, JsonValue } from './json'
import { z } from './zod'

/** A JSON object with any content. */
export const jsonObjectSchema: z.ZodType<JsonObject, JsonValue> = z.record(z.string(), z.json())
