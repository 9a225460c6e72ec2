import { z } from '../../../shared/lib/zod'

const faultSchema = z.object({ code: z.string() })

/** The short word of the engine for what went wrong, for example `SQLITE_FULL`. */
export function codeOfFault(error: unknown): string {
  return faultSchema.safeParse(error).data?.code ?? 'no access'
}
