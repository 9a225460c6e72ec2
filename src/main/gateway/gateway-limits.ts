/** What one client and all of them together can ask of this machine. Times are ms. */
export interface GatewayLimits {
  /** largest body of a request, in bytes */
  readonly bodyBytes: number
  /** largest frame of a live client, in bytes */
  readonly frameBytes: number
  /** open connections, of whatever kind */
  readonly connections: number
  /** streams that one client has open at a time */
  readonly streamsPerClient: number
  /** live talks that one client has open at a time */
  readonly talksPerClient: number
  /** requests of one client within `rateWindow` */
  readonly requests: number
  /** conversations that one client may have in Parley, and bytes of files in all of them */
  readonly conversations: number
  readonly keptBytes: number
  /** wrong tokens, of anybody, within `rateWindow`, after which wrong ones get 429 until it is over; right ones are let in always */
  readonly refusals: number
  readonly rateWindow: number
  /** how long a request may take to come in whole, and its headers alone */
  readonly request: number
  readonly headers: number
  readonly keepAlive: number
  /** bytes that a stream may be ahead of a client that does not read; then it is cut, and can be taken up again */
  readonly unsentBytes: number
  /** how long an answer that nobody reads goes on before it is stopped */
  readonly abandoned: number
  /** how long a conversation that nobody uses is kept at hand */
  readonly idle: number
  /** how many are kept at hand for so long; beyond that the longest unused are let go of after `soon` */
  readonly atHand: number
  readonly soon: number
  /** how long running answers get to end when the gateway closes */
  readonly closing: number
  /** how long a live client gets to answer the close of its socket when the gateway closes */
  readonly goodbye: number
  /** how long a run of the older TanStack contract can be answered */
  readonly run: number
}

/** What a client sends is nested at most so deeply: whoever goes down into more would have no stack left. */
export const DEEPEST_VALUE = 500

export const gatewayLimits: GatewayLimits = {
  bodyBytes: 8 * 1024 * 1024,
  frameBytes: 1024 * 1024,
  connections: 512,
  streamsPerClient: 64,
  talksPerClient: 64,
  requests: 600,
  conversations: 1_000,
  keptBytes: 1024 * 1024 * 1024,
  refusals: 100,
  rateWindow: 60_000,
  request: 30_000,
  headers: 10_000,
  keepAlive: 15_000,
  unsentBytes: 4 * 1024 * 1024,
  abandoned: 30_000,
  idle: 10 * 60_000,
  atHand: 32,
  soon: 5_000,
  closing: 1_000,
  goodbye: 250,
  run: 60 * 60_000,
}
