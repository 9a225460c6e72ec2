import type { Dispatch } from '../../shared/ipc/router'

/** The entrance to main for a window that opens before there is anybody to answer. */
export interface DeferredDispatch {
  /** Takes calls at any time. Those that come before `letIn` wait, and are passed on in the order in which they came. */
  readonly dispatch: Dispatch
  /** Resolves with the first call. */
  readonly asked: Promise<void>
  /** Says who answers, once. */
  letIn(dispatch: Dispatch): void
}

/** Makes an entrance whose calls wait for the one who answers them. */
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
