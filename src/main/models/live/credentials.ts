import { z } from '../../../shared/lib/zod'
import { readServiceAddress, type ServiceAddress } from '../../../shared/text/service-address'
import { LiveSetupError } from './live-setup'

/** Milliseconds after which a token request times out. */
const TIMEOUT_MS = 10_000

const token = z.string().regex(/^auth_tokens\/[\x21-\x7e]{1,400}$/)
const replySchema = z.union([
  z.object({ name: token }).transform(({ name }) => name),
  z.object({ token }).transform((reply) => reply.token),
])

/**
 * Requests an ephemeral token from the address with a POST. The answer is JSON: `{name}` as Gemini's `auth_tokens` returns it, or
 * `{token}`. A token is good for one connection, so each requests a new one (live-spec §4 row 19).
 * @throws LiveSetupError `unreachable` if there was no answer, `key-refused` if it was no token
 */
async function fetchToken({ url, host }: ServiceAddress): Promise<string> {
  let response: Response
  let reply: unknown
  try {
    response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    reply = response.ok ? await response.json().catch(() => null) : null
  } catch {
    throw new LiveSetupError('unreachable', `${host}, which hands out the tokens, did not answer`)
  }
  if (!response.ok) throw new LiveSetupError('key-refused', `${host} answered with HTTP ${response.status} instead of a token`)
  const parsed = replySchema.safeParse(reply)
  if (!parsed.success) throw new LiveSetupError('key-refused', `${host} answered with something that is no token`)
  return parsed.data
}

/** Opens connections to Gemini with a key, or with tokens that are each valid for one connection. */
export interface Credentials {
  /** Whether there are credentials; otherwise recordings answer. */
  present(): boolean
  /** What the next connection is opened with; null when there is nothing. Rejects with `LiveSetupError` when no token came. */
  next(): Promise<string | null>
  /** The key that is for the address in force, which requests for written answers need: a token opens Live connections alone. */
  key(): string | null
}

/** Where they come from: the key in force, and the address that hands out tokens, empty when there is none. */
export interface CredentialSources {
  /** Whether there is a key, for whichever address. */
  has(): boolean
  /** The key, where it is for the address in force. */
  key(): string | null
  tokenAddress(): string
}

/** An address for tokens goes before a key: whoever sets it up wants the key to stay elsewhere. */
export function createCredentials({ has, key, tokenAddress }: CredentialSources): Credentials {
  return {
    key,
    present: () => tokenAddress() !== '' || has(),
    async next() {
      const address = readServiceAddress(tokenAddress())
      if (address.ok) return fetchToken(address.value)
      const own = key()
      if (own === null && has()) throw new LiveSetupError('key-missing', 'the key was entered for another service address: enter it again')
      return own
    },
  }
}
