import type { z } from '../../shared/lib/zod'
import { HttpProblem } from './http-problem'

/** The value as the schema wants it; else a refusal that names the first place that does not fit. */
export function checked<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue === undefined || issue.path.length === 0 ? 'The body' : `"${issue.path.map(String).join('.')}"`
  throw new HttpProblem(400, 'bad-request', `${place} does not fit: ${issue?.message ?? 'wrong shape'}.`)
}
