/**
 * What preload (Electron) or the headless page puts on `window.parley`: two functions that carry structured-clone
 * values and know nothing of their meaning. `call` resolves with a `Result`, it rejects only when the channel is gone.
 */
export interface Transport {
  call(name: string, payload: unknown): Promise<unknown>
  /** Calls `listener` for every event until the returned function is called. */
  onEvent(listener: (name: string, payload: unknown) => void): () => void
}
