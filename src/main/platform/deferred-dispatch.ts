import type { Dispatch } from '../../shared/ipc/router'

/** The entry point to main for a window that opens before its handlers exist. */
export interface DeferredDispatch {
  /** Takes calls at any time. Calls before `resolveDispatch` wait, and are passed on in order. */
  readonly dispatch: Dispatch
  /** Resolves with the first call. */
  readonly asked: Promise<void>
  /** Sets the handler, once. */
  resolveDispatch(dispatch: Dispatch): void
}

/** Creates an entry point whose calls wait for the handler. */
export function deferredDispatch(): DeferredDispatch {
  let resolveDispatch: (dispatch: Dispatch) => void = () => {}
  const answering = new Promise<Dispatch>((resolve) => {
    resolveDispatch = resolve
  })
  let ask = (): void => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  return {
    asked,
    resolveDispatch,
    async dispatch(name, payload) {
      ask()
      return (await answering)(name, payload)
    },
  }
}
