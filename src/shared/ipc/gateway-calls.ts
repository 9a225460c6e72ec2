import { clientNameSchema, gatewayClientSchema, gatewayScopeSchema, originSchema } from '../gateway/gateway-client'
import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'

/** The current state of the gateway. `problem` says why it does not listen although it should. */
export const gatewayStateSchema = z.strictObject({
  port: z.number().int().nullable(),
  problem: displayTextSchema.nullable(),
  clients: z.array(gatewayClientSchema),
})
export type GatewayState = z.infer<typeof gatewayStateSchema>

/** The calls of the gateway settings. Whether it listens, and where, is part of the settings. */
export const gatewayCalls = {
  'gateway.state': { request: z.null(), reply: gatewayStateSchema },
  /** The token is returned only here. */
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
  /** A client rewound the thread to an earlier message: the thread has another branch now and must be read again. */
  'conversation.rewound': z.strictObject({ conversationId: z.string() }),
} as const
