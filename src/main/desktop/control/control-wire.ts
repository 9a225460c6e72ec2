import { z } from '../../../shared/lib/zod'
import { talkVerbs } from '../../platform/launch'

/** One line each way. */
export const controlRequestSchema = z.strictObject({ talk: z.enum(talkVerbs) })
export type ControlRequest = z.infer<typeof controlRequestSchema>

export const controlReplySchema = z.union([z.strictObject({ talking: z.boolean() }), z.strictObject({ error: z.string() })])
export type ControlReply = z.infer<typeof controlReplySchema>

/** A line that is longer is no request and no reply, in bytes. */
export const longestLine = 1000
