import { conversationStatusSchema, conversationSummarySchema, settingsSchema } from '../ipc/schemas'
import { z } from '../lib/zod'

const messageId = z.string().min(1).max(200)

/** The calls about the inspector's own window. */
export const inspectorWindowCalls = {
  /** Opens it, at the frames of a message where one is named; `onlyIfOpen`: where it is open already, and else nothing happens. */
  'inspector.open': {
    request: z.strictObject({ messageId: messageId.nullable(), onlyIfOpen: z.boolean() }),
    reply: z.strictObject({ opened: z.boolean() }),
  },
  /** What that window needs to know when it comes up. */
  'inspector.window': {
    request: z.null(),
    reply: z.strictObject({
      version: z.string(),
      runtime: z.string(),
      platform: z.enum(['electron', 'headless']),
      operatingSystem: z.enum(['linux', 'darwin', 'win32']),
      systemLocale: z.string(),
      settings: settingsSchema,
      conversations: z.array(conversationSummarySchema),
      currentConversationId: z.string().nullable(),
      statuses: z.array(conversationStatusSchema),
      messageId: messageId.nullable(),
    }),
  },
  /** Leads back from frames to their message, in the app's own window. */
  'inspector.showMessage': { request: z.strictObject({ conversationId: z.string().min(1).max(200), messageId }), reply: z.null() },
} as const

export const inspectorWindowEvents = {
  /** The window that is open shall show the frames of this message; null: the last turn's. */
  'inspector.show': z.strictObject({ messageId: messageId.nullable() }),
  /** The app's own page shall show this message. */
  'message.show': z.strictObject({ conversationId: z.string(), messageId }),
} as const
