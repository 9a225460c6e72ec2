/** A failure as a value: `code` for programs, `message` for people (what, why, what to do), never a secret or a path. */
export interface Failure {
  readonly code: string
  readonly message: string
}

/** Crosses a boundary instead of an exception. */
export type Result<Value, Error extends Failure = Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Error }

/** A successful result. */
export function success<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

/** A failed result. */
export function failure<Code extends string>(
  code: Code,
  message: string,
): { readonly ok: false; readonly error: { readonly code: Code; readonly message: string } } {
  return { ok: false, error: { code, message } }
}
