/** Ends what was begun; safe to call twice. */
export interface Disposable {
  dispose(): void
}
