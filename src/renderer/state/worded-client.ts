import type { Client } from '../../shared/ipc/client'
import { refusalText } from '../i18n/refusal-text'
import type { Translator } from '../i18n/translate'

/** The client, with main's refusals worded in the language at the time of the refusal. */
export function wordedClient(client: Client, words: () => Translator): Client {
  return {
    ...client,
    async call(name, request) {
      const reply = await client.call(name, request)
      return reply.ok ? reply : { ok: false, error: { ...reply.error, message: refusalText(reply.error, words()) } }
    },
  }
}
