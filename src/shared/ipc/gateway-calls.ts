import { clientNameSchema, gatewayClientSchema, gatewayScopeSchema, originSchema } from '../gateway/gateway-client'
import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'

/** The gateway as it is now. `problem` says why it does not listen although it should. */
export const gatewayStateSchema = z.strictObject({
  port: z.number().int().nullable(),
  problem: displayTextSchema.nullable(),
  clients: z.array(gatewayClientSchema),
})
export type GatewayState = z.infer<typeof gatewayStateSchema>

/** What the settings ask of the gateway. Whether it listens, and where, is a setting like others. */
export const gatewayCalls = {
  'gateway.state': { request: z.null(), reply: gatewayStateSchema },
  /** The token is given this once. */
  'gateway.addClient': {
    request: z.strictObject({
      name: clientNameSchema,
      scopes: z.array(gatewayScopeSchema).min(1),
      origins: z.array(originSchema).max(10),
    }),
    reply: z.strictObject({ client: gatewayClientSchema, token: z.string() }),
  },
  'gateway.revokeClient': { request: z.strictObject({ clientId: z.string().min(1) }), reply: z.null() },
} as const

export const gatewayEvents = {
  'gateway.changed': gatewayStateSchema,
  /** A client took the thread back to an earlier message: its branch is another one now, and is to be read anew. */
  'conversation.rewound': z.strictObject({ conversationId: z.string() }),
} as const
