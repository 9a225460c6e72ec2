/** Releases what was acquired; safe to call twice. */
export interface Disposable {
  dispose(): void
}
