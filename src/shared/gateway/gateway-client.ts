import type { Risk } from '../approvals/approval'
import { assertNever } from '../lib/assert-never'
import { z } from '../lib/zod'

/** What a client may do: chat in text, talk live, show frames while it talks, read data (saved results, and what tools read of the user's), answer approvals of low and of medium risk. */
export const gatewayScopeSchema = z.enum(['chat', 'live', 'sight', 'data', 'approve-low', 'approve-medium'])
export type GatewayScope = z.infer<typeof gatewayScopeSchema>

/** Scopes as they were stored before approvals were separated by risk: `approve` let a client answer all of them. */
export const storedScopeSchema = z.enum([...gatewayScopeSchema.options, 'approve'])

/** The current scopes for stored ones. `approve` becomes every risk that a client may answer. */
export function currentScopes(stored: readonly z.infer<typeof storedScopeSchema>[]): GatewayScope[] {
  return [...new Set(stored.flatMap((scope): GatewayScope[] => (scope === 'approve' ? ['approve-low', 'approve-medium'] : [scope])))]
}

/** Whether a client with these scopes may answer approvals of this risk. Only Parley itself asks about high risk. */
export function mayAnswer(scopes: readonly GatewayScope[], risk: Risk): boolean {
  switch (risk) {
    case 'low':
      return scopes.includes('approve-low')
    case 'medium':
      return scopes.includes('approve-medium')
    case 'high':
      return false
    default:
      return assertNever(risk, 'risk')
  }
}

/** An origin in the form that browsers send: scheme, host and port only. */
export const originSchema = z
  .string()
  .max(300)
  .refine((text) => isOrigin(text), 'is no origin: write it like http://localhost:3000')

function isOrigin(text: string): boolean {
  return /^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/.test(text)
}

export const clientNameSchema = z.string().trim().min(1).max(60)

/** A program that may use the gateway, as the user sees it. Its token is shown once, when it is created. */
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
