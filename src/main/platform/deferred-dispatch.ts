import type { Dispatch } from '../../shared/ipc/router'

/** The entry point to main for a window that opens before its handlers exist. */
export interface DeferredDispatch {
  /** Takes calls at any time. Calls before `letIn` wait, and are passed on in order. */
  readonly dispatch: Dispatch
  /** Resolves with the first call. */
  readonly asked: Promise<void>
  /** Sets the handler, once. */
  letIn(dispatch: Dispatch): void
}

/** Creates an entry point whose calls wait for the handler. */
export function deferredDispatch(): DeferredDispatch {
  let letIn: (dispatch: Dispatch) => void = () => {}
  const answering = new Promise<Dispatch>((resolve) => {
    letIn = resolve
  })
  let ask = (): void => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  return {
    asked,
    letIn,
    async dispatch(name, payload) {
      ask()
      return (await answering)(name, payload)
    },
  }
}
