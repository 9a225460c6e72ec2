import { listPositionSchema } from '../ipc/conversation-list'
import { conversationStatusSchema, conversationSummarySchema, settingsSchema } from '../ipc/schemas'
import { z } from '../lib/zod'

const messageId = z.string().min(1).max(200)

/** The calls about the inspector's window. */
export const inspectorWindowCalls = {
  /** Opens it, at the frames of a message if one is named; `onlyIfOpen`: does nothing unless it is open already. */
  'inspector.open': {
    request: z.strictObject({ messageId: messageId.nullable(), onlyIfOpen: z.boolean() }),
    reply: z.strictObject({ opened: z.boolean() }),
  },
  /** What the window needs at its start. */
  'inspector.window': {
    request: z.null(),
    reply: z.strictObject({
      version: z.string(),
      runtime: z.string(),
      platform: z.enum(['electron', 'headless']),
      operatingSystem: z.enum(['linux', 'darwin', 'win32']),
      systemLocale: z.string(),
      settings: settingsSchema,
      /** the first page of the list */
      conversations: z.array(conversationSummarySchema),
      /** where its next page begins; null: there are no more */
      nextConversations: listPositionSchema.nullable(),
      currentConversationId: z.string().nullable(),
      statuses: z.array(conversationStatusSchema),
      messageId: messageId.nullable(),
    }),
  },
  /** Shows the message of these frames in the app's main window. */
  'inspector.showMessage': { request: z.strictObject({ conversationId: z.string().min(1).max(200), messageId }), reply: z.null() },
} as const

export const inspectorWindowEvents = {
  /** Makes the open inspector window show the frames of this message; null: those of the last turn. */
  'inspector.show': z.strictObject({ messageId: messageId.nullable() }),
  /** Makes the app's page show this message. */
  'message.show': z.strictObject({ conversationId: z.string(), messageId }),
} as const
