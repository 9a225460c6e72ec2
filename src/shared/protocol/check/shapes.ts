import { z } from '../../lib/zod'

/** An id is never empty. */
export const id = z.string().min(1)
/** Any JSON; the key is required. */
export const json = z.unknown().refine(isJson, 'no JSON')
export const fields = z.record(z.string(), json)

/** A check of values with a `type` field: strict, so that an undocumented field is a fault. Returns a text, or null. */
export function shapeCheck(shapes: { readonly [type: string]: z.core.$ZodLooseShape }): (value: unknown) => string | null {
  const schemas = new Map<string, z.ZodType>(
    Object.entries(shapes).map(([type, shape]) => [type, z.strictObject({ type: z.literal(type), ...shape })]),
  )
  return (value) => {
    const type: unknown = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
    const schema = typeof type === 'string' ? schemas.get(type) : undefined
    if (schema === undefined) return `unknown type ${String(type)}`
    const parsed = schema.safeParse(value)
    if (parsed.success) return null
    const [issue] = parsed.error.issues
    const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`
    return `${String(type)}${where}: ${issue?.message ?? 'wrong shape'}`
  }
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return false
  return Array.isArray(value) ? value.every(isJson) : Object.values(value).every((member) => member === undefined || isJson(member))
}
