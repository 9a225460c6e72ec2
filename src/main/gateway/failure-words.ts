import type { SessionState } from '../../shared/ipc/schemas'
import { HttpProblem } from './http-problem'

/** Why no answer comes, for a client: what Parley itself says of it, without its details. */
export function failureWords({ cause }: Extract<SessionState, { readonly phase: 'failed' }>): string {
  return `Parley can’t reach its model now (${cause}). Its window says more.`
}

/** Why something was not taken, for a client whose protocol tells it in its stream. What nobody foresaw is thrown on. */
export function problemWords(error: unknown): string {
  if (error instanceof HttpProblem) return error.message
  throw error
}
