import type { SessionState } from '../../shared/ipc/schemas'

/** Why no answer comes, for a client: what Parley itself says of it, without its details. */
export function failureWords({ cause }: Extract<SessionState, { readonly phase: 'failed' }>): string {
  return `Parley can’t reach its model now (${cause}). Its window says more.`
}
