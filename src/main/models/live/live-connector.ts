import type { FileOf } from '../../storage/attachments/attached-file'
import type { LiveCapabilities } from './capabilities'
import type { LiveClose } from './classify-close'
import type { HistoryTurn } from './history'
import type { LiveContext, LiveSetup } from './live-setup'
import type { Outgoing } from './outbox'
import type { SocketTap } from './socket-tap'

/** What one connection tells. After `onClose`, which comes exactly once, nothing more comes. */
export interface LiveConnectionListener {
  /** The setup is answered: from now on `send` works, and frames come. */
  onOpen(): void
  /** One server message, in the order of arrival: an object of unknown shape. */
  onFrame(frame: object): void
  /** A frame that isn't a JSON object; it is skipped and the connection goes on. */
  onMalformed(): void
  /** `onFrame` threw; the connection goes on. `detail` is redacted. */
  onFrameFault(detail: string): void
  /** The connection is over or never came about, and its socket is gone. */
  onClose(close: LiveClose): void
}

/** One connection, from its first moment. */
export interface LiveConnection {
  /** Sends one thing in the form its model wants; before `onOpen` and after the end it does nothing. */
  send(item: Outgoing): void
  /** Replaces instruction and tools of the running session; before `onOpen` and after the end it does nothing. */
  updateContext(context: LiveContext): void
  /** Ends it in any state, also while it is still being made; `onClose` follows soon, whatever the server does. */
  close(): void
}

export interface LiveConnectRequest {
  readonly setup: LiveSetup & { readonly apiKey: string }
  readonly capabilities: LiveCapabilities
  /** Handle of the session to go on with; null begins a new one. */
  readonly handle: string | null
  /** What a new session is told was said before, ahead of everything else; empty with a handle. */
  readonly history: readonly HistoryTurn[]
  /** The files that addresses in the history and in what is sent name; without it they are left out. */
  readonly fileOf?: FileOf
  /** Hears every frame, both ways, as it stands on the wire. */
  readonly tap?: SocketTap
}

/** Makes connections to a Live server. Never throws: what goes wrong comes as `onClose`, after `connect` has returned. */
export interface LiveConnector {
  connect(request: LiveConnectRequest, listener: LiveConnectionListener): LiveConnection
}
