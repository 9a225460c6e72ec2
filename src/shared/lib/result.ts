import { type DisplayText, type Message, modelText } from '../messages/message'

/**
 * A failure as a value: `code` for programs, `message` in English (what, why, what to do), never a secret or a path. `display` is
 * the same for the user, in the language of the moment; without it the user sees `message`.
 */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly display?: Message
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
  text: DisplayText,
): { readonly ok: false; readonly error: Failure & { readonly code: Code } } {
  return { ok: false, error: typeof text === 'string' ? { code, message: text } : { code, message: modelText(text), display: text } }
}

/** What the user sees of a failure. */
export function textOf({ message, display }: Failure): DisplayText {
  return display ?? message
}
