/**
 * What preload (Electron) or the headless page puts on `window.parley`: functions that carry structured-clone values
 * and know nothing of their meaning. `call` resolves with a `Result`, it rejects only when the channel is gone.
 */
export interface Transport {
  call(name: string, payload: unknown): Promise<unknown>
  /** Calls `listener` for every event until the returned function is called. */
  onEvent(listener: (name: string, payload: unknown) => void): () => void
  /**
   * Calls `listener` once when the channel is lost for good, at once if it already is. Absent where the page can't outlive
   * its host. Returns the way to stop.
   */
  onLost?(listener: (reason: LossReason) => void): () => void
  /**
   * Main takes one end of a line of sound as a message to the page's own window (`AudioChannelOffer`).
   * Absent where sound goes as calls and events like everything else.
   */
  readonly audioChannels?: 'window'
}

/** Why a page lost its channel: the host ended or closed it, or another page took its place. */
export type LossReason = 'gone' | 'taken-over'
