import { z } from '../../../shared/lib/zod'
import type { SecretStore } from '../../platform/platform'

/** What a sign-in gave, as the key store has it. */
const savedSignInSchema = z.object({
  /** the server it is for, and no other */
  server: z.string(),
  /** The service that gave the tokens; they are renewed by it alone. */
  issuer: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().nullable(),
  authMethods: z.array(z.string()).nullable(),
  /** the resource that the tokens are for (RFC 8707), or null */
  resource: z.string().nullable(),
  client: z.object({ client_id: z.string(), client_secret: z.string().optional() }),
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  scope: z.string().nullable(),
  /** ms since the epoch at which the token is renewed; null if it does not say how long it lives */
  renewAt: z.number().nullable(),
})
export type SavedSignIn = Readonly<z.infer<typeof savedSignInSchema>>

/** The sign-in of one server, in the system's key store and nowhere else. */
export interface SavedSignInStore {
  /** Null if there is none for this address. Never rejects: a store that fails has none, which is reported. */
  read(address: string): Promise<SavedSignIn | null>
  /** Rejects if the key store fails. */
  write(saved: SavedSignIn): Promise<void>
  /** Never rejects. */
  remove(): Promise<void>
}

export function savedSignInStore(name: string, secrets: SecretStore, report: (error: unknown) => void): SavedSignInStore {
  const secret = `tool-server-sign-in-${name}`
  return {
    async read(address) {
      try {
        const text = await secrets.read(secret)
        const saved = text === null ? null : savedSignInSchema.parse(JSON.parse(text))
        return saved?.server === address ? saved : null
      } catch {
        // the fault would repeat what was stored
        report(new Error('a stored sign-in can not be read'))
        return null
      }
    },
    write: (saved) => secrets.write(secret, JSON.stringify(saved)),
    remove: () => secrets.remove(secret).catch(report),
  }
}
