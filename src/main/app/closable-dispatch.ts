import type { Dispatch } from '../../shared/ipc/router'
import { failure } from '../../shared/lib/result'

/**
 * The entry point to main while the app runs: after `close` it refuses every call, because what the handlers need is
 * closed.
 */
export function untilClosed(dispatch: Dispatch): { readonly dispatch: Dispatch; close(): void } {
  let closed = false
  return {
    async dispatch(name, payload) {
      return closed ? failure('app-closed', 'Parley has ended. Start it again; what was said is kept.') : dispatch(name, payload)
    },
    close() {
      closed = true
    },
  }
}
