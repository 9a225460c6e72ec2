import type { Client } from '../../shared/ipc/client'
import { refusalText } from '../i18n/refusal-text'
import type { Translator } from '../i18n/translate'

/** The client, with what main refuses said in the language that holds when the refusal comes. */
export function wordedClient(client: Client, words: () => Translator): Client {
  return {
    ...client,
    async call(name, request) {
      const reply = await client.call(name, request)
      return reply.ok ? reply : { ok: false, error: { ...reply.error, message: refusalText(reply.error, words()) } }
    },
  }
}
