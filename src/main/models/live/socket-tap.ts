/** Hears what goes over one socket. It must not throw, and takes no time. */
export interface SocketTap {
  sent(text: string): void
  received(text: string): void
  /** Once, at the end; `reason` and `error` are redacted. */
  closed(end: { readonly code: number; readonly reason: string; readonly error: string | null; readonly byParley: boolean }): void
}
