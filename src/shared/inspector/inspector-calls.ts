import type { RecordedEvent } from '../fixtures/recorded-event'
import { z } from '../lib/zod'
import type { ConversionStep } from './conversion-step'

const conversationId = z.string().min(1).max(200)
const place = z.number().int().min(0)
const isCounted = (value: unknown, key: string): boolean =>
  typeof value === 'object' && value !== null && 'at' in value && 'kind' in value && key in value

/** The calls of the inspector. The data sent to the page contains no key, no token and no resumption handle. */
export const inspectorCalls = {
  /**
   * Reads what was recorded of a conversation from these places on, up to the size of one reply; `more`: there is more
   * already. `lost`: the reader's places are already forgotten, and it starts again.
   */
  'inspector.read': {
    request: z.strictObject({ conversationId, fromEvent: place, fromStep: place }),
    reply: z.strictObject({
      // main makes them: validating each of 100,000 would cost more than it is worth
      events: z.array(z.custom<RecordedEvent>((value) => isCounted(value, 'index'))).readonly(),
      steps: z.array(z.custom<ConversionStep>((value) => isCounted(value, 'after'))).readonly(),
      nextEvent: place,
      nextStep: place,
      more: z.boolean(),
      lost: z.boolean(),
    }),
  },
} as const

/** Events for the inspector. */
export const inspectorEvents = {
  /** More was recorded than the reader has; sent once after each reading. */
  'inspector.grew': z.strictObject({ conversationId: z.string() }),
} as const
