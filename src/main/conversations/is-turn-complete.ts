import { z } from '../../shared/lib/zod'

const completeSchema = z.object({ serverContent: z.object({ turnComplete: z.literal(true) }) })

/** Whether this server message ends the model's turn. */
export function isTurnComplete(frame: unknown): boolean {
  return completeSchema.safeParse(frame).success
}
