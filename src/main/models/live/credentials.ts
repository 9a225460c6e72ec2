import { readServiceAddress } from '../../../shared/text/service-address'
import { fetchToken } from './fetch-token'

/** What opens connections to Gemini: a key, or tokens that are made for one connection each. */
export interface Credentials {
  /** Whether there is anything to connect with; otherwise recordings answer. */
  present(): boolean
  /** What the next connection is opened with; null when there is nothing. Rejects with `LiveSetupError` when no token came. */
  next(): Promise<string | null>
  /** The key in force, which requests for written answers need: a token opens Live connections alone. */
  key(): string | null
}

/** Where they come from: the key in force, and the address that hands out tokens, empty when there is none. */
export interface CredentialSources {
  key(): string | null
  tokenAddress(): string
}

/** An address for tokens goes before a key: whoever sets it up wants the key to stay elsewhere. */
export function createCredentials({ key, tokenAddress }: CredentialSources): Credentials {
  return {
    key,
    present: () => tokenAddress() !== '' || key() !== null,
    async next() {
      const address = readServiceAddress(tokenAddress())
      return address.ok ? fetchToken(address.value) : key()
    },
  }
}
