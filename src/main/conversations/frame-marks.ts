import { z } from '../../shared/lib/zod'

const marksSchema = z.object({
  serverContent: z.object({ turnComplete: z.boolean().optional(), generationComplete: z.boolean().optional() }),
})

/** What a server message says about the turn, beside its content: all of it was generated; it is over. */
export function frameMarks(frame: unknown): { readonly turnComplete: boolean; readonly generationComplete: boolean } {
  const content = marksSchema.safeParse(frame).data?.serverContent
  return { turnComplete: content?.turnComplete === true, generationComplete: content?.generationComplete === true }
}
