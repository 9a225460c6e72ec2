import type { Client } from '../../shared/ipc/client'
import { refusalWords } from '../i18n/refusal-words'
import type { Translator } from '../i18n/translate'

/** The client, with what main refuses said in the language that holds when the refusal comes. */
export function wordedClient(client: Client, words: () => Translator): Client {
  return {
    ...client,
    async call(name, request) {
      const reply = await client.call(name, request)
      return reply.ok ? reply : { ok: false, error: { ...reply.error, message: refusalWords(reply.error, words()) } }
    },
  }
}
