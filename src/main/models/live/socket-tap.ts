/** Observes the traffic of one socket. It must not throw and must return quickly. */
export interface SocketTap {
  sent(text: string): void
  received(text: string): void
  /** Called once at the end; `reason` and `error` are redacted. */
  closed(end: { readonly code: number; readonly reason: string; readonly error: string | null; readonly byParley: boolean }): void
}
