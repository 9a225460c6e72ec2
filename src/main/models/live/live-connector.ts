import type { FileOf } from '../../storage/attachments/attached-file'
import type { LiveCapabilities } from './capabilities'
import type { LiveClose } from './classify-close'
import type { LiveContext, LiveSetup } from './live-setup'
import type { Outgoing } from './outbox'
import type { SocketTap } from './socket-tap'
import type { HistoryTurn } from './trim-history'

/** Events of one connection. `onClose` is called exactly once, and nothing follows it. */
export interface LiveConnectionListener {
  /** The setup was answered: from now on `send` works, and frames arrive. */
  onOpen(): void
  /** One server message, in the order of arrival: an object of unknown shape. */
  onFrame(frame: object): void
  /** A frame that is not a JSON object was skipped; the connection continues. */
  onMalformed(): void
  /** `onFrame` threw; the connection continues. `detail` is redacted. */
  onFrameFault(detail: string): void
  /** The connection has ended or never opened, and its socket is gone. */
  onClose(close: LiveClose): void
}

/** What the user shows: it counts only now, so it is sent at once or not at all. */
export type Shown =
  /** what is visible now, as JPEG */
  | { readonly type: 'frame'; readonly jpeg: Uint8Array }
  /** a fact that asks for no answer */
  | { readonly type: 'note'; readonly text: string }

/** One connection, from its start. */
export interface LiveConnection {
  /** Sends one item in the form that the model expects; before `onOpen` and after the end it does nothing. */
  send(item: Outgoing): void
  /**
   * Sends it now. False, and nothing is sent: before `onOpen` and after the end, while more than 64 KiB wait to be sent, or
   * if the model has no form for it.
   */
  show(shown: Shown): boolean
  /** Replaces instruction and tools of the running session; before `onOpen` and after the end it does nothing. */
  updateContext(context: LiveContext): void
  /** Closes it in any state, even while connecting; `onClose` follows soon, whatever the server does. */
  close(): void
}

export interface LiveConnectRequest {
  readonly setup: LiveSetup & { readonly apiKey: string }
  readonly capabilities: LiveCapabilities
  /** Handle of the session to resume; null starts a new one. */
  readonly handle: string | null
  /** The history for a new session, sent before everything else; empty with a handle. */
  readonly history: readonly HistoryTurn[]
  /** Finds the files named by addresses in the history and in sent items; without it they are left out. */
  readonly fileOf?: FileOf
  /** Receives every frame, both ways, as sent on the wire. */
  readonly tap?: SocketTap
}

/** Opens connections to a Live server. Never throws: failures are reported by `onClose`, after `connect` has returned. */
export interface LiveConnector {
  connect(request: LiveConnectRequest, listener: LiveConnectionListener): LiveConnection
}
