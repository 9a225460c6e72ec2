import { failure, type Result, success } from '../../../shared/lib/result'
import type { SecretStore } from '../../platform/platform'

/** The token for the libSQL server, stored in the same way as the key for Gemini. */
export interface ServerToken {
  /** Empty if there is none. */
  current(): string
  readonly storage: 'keyring' | 'memory'
  /** Nothing changes on failure. An empty token is removed. */
  save(token: string): Promise<Result<null>>
}

const SECRET_NAME = 'libsql-server-token'

/** Reads the token from the secret store. A store that fails counts as empty, and is reported. */
export async function openServerToken(secrets: SecretStore, report: (error: unknown) => void): Promise<ServerToken> {
  let token = ''
  let storage: 'keyring' | 'memory' = 'memory'
  try {
    storage = await secrets.backend()
    token = (await secrets.read(SECRET_NAME)) ?? ''
  } catch (error) {
    report(error)
  }
  return {
    current: () => token,
    storage,
    async save(wanted) {
      if (/[^\x21-\x7e]/.test(wanted))
        return failure('token-malformed', 'The token holds a gap, a line break or a character that tokens never have. Copy it again.')
      try {
        await (wanted === '' ? secrets.remove(SECRET_NAME) : secrets.write(SECRET_NAME, wanted))
      } catch (error) {
        report(error)
        return failure(
          'token-not-stored',
          'The key store of this system refused the token, so nothing changed. Unlock the key store, then try again.',
        )
      }
      token = wanted
      return success(null)
    },
  }
}
