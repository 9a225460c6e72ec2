import type { JsonObject } from '../../shared/lib/json'
import { z } from '../../shared/lib/zod'

const metadataSchema = z.object({ usage: z.object({ inputTokens: z.number().optional(), outputTokens: z.number().optional() }).optional() })

/** Tokens of a finished message, each null where the model said nothing of it. */
export function usageOf(metadata: JsonObject | undefined): { readonly input: number | null; readonly output: number | null } {
  const usage = metadataSchema.safeParse(metadata).data?.usage
  return { input: usage?.inputTokens ?? null, output: usage?.outputTokens ?? null }
}
