import type { RecordedEvent } from '../fixtures/recorded-event'
import { z } from '../lib/zod'
import type { ConversionStep } from './conversion-step'

const conversationId = z.string().min(1).max(200)
const place = z.number().int().min(0)
const isCounted = (value: unknown, key: string): boolean =>
  typeof value === 'object' && value !== null && 'at' in value && 'kind' in value && key in value

/** The calls of the inspector. What goes to the page holds no key, no token and no handle. */
export const inspectorCalls = {
  /**
   * What of a conversation was recorded from these places on, as much as goes at once; `more`: there is more already. `lost`:
   * the reader was at places that are forgotten by now, and begins anew.
   */
  'inspector.read': {
    request: z.strictObject({ conversationId, fromEvent: place, fromStep: place }),
    reply: z.strictObject({
      // main makes them: a look at each of 100,000 would cost more than it tells
      events: z.array(z.custom<RecordedEvent>((value) => isCounted(value, 'index'))).readonly(),
      steps: z.array(z.custom<ConversionStep>((value) => isCounted(value, 'after'))).readonly(),
      nextEvent: place,
      nextStep: place,
      more: z.boolean(),
      lost: z.boolean(),
    }),
  },
} as const

/** What main tells the inspector. */
export const inspectorEvents = {
  /** More was recorded than the reader has; told once after each reading. */
  'inspector.grew': z.strictObject({ conversationId: z.string() }),
} as const
