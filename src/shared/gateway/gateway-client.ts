import { z } from '../lib/zod'

/** What a client may do: chat in writing, talk live, read data, answer questions about calls. */
export const gatewayScopeSchema = z.enum(['chat', 'live', 'data', 'approve'])
export type GatewayScope = z.infer<typeof gatewayScopeSchema>

/** An origin as browsers write it: scheme, host and port, nothing behind. */
export const originSchema = z
  .string()
  .max(300)
  .refine((text) => isOrigin(text), 'is no origin: write it like http://localhost:3000')

function isOrigin(text: string): boolean {
  return /^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/.test(text)
}

export const clientNameSchema = z.string().trim().min(1).max(60)

/** A program that may use the gateway, as the user sees it. Its token is told once, when it is made. */
export const gatewayClientSchema = z.strictObject({
  clientId: z.string().min(1),
  name: clientNameSchema,
  scopes: z.array(gatewayScopeSchema),
  /** web pages whose scripts may use this client's token */
  origins: z.array(originSchema),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
})
export type GatewayClient = Readonly<z.infer<typeof gatewayClientSchema>>
