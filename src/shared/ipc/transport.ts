/**
 * What preload (Electron) or the headless page puts on `window.parley`: functions that pass structured-clone values on
 * without interpreting them. `call` resolves with a `Result`; it rejects only when the channel is gone.
 */
export interface Transport {
  call(name: string, payload: unknown): Promise<unknown>
  /** Calls `listener` for every event until the returned function is called. */
  onEvent(listener: (name: string, payload: unknown) => void): () => void
  /**
   * Calls `listener` once when the channel is lost for good, at once if it already is. Absent if the page can't outlive
   * its host. Returns a function that stops listening.
   */
  onLost?(listener: (reason: LossReason) => void): () => void
  /**
   * Main receives one end of an audio channel through a message to the page's own window (`AudioChannelOffer`). Absent
   * if sound travels as calls and events like everything else.
   */
  readonly audioChannels?: 'window'
}

/** Why a page lost its channel: the host ended or closed it, or another page replaced this one. */
export type LossReason = 'gone' | 'taken-over'
