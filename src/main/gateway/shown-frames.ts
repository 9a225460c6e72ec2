import type { AuditEvent } from '../../shared/audit/audit-entry'
import type { GatewayClient } from '../../shared/gateway/gateway-client'
import type { Clock } from '../../shared/lib/clock'
import { frameIntervalMs } from '../../shared/sight/frame-gate'
import { frameEdge, mostFrameBytes } from '../../shared/sight/frame-limits'
import { jpegSize } from '../../shared/sight/jpeg'
import type { SeenFrames } from '../tool-calls/policy/seen-frames'

export interface ShownFramesOptions {
  readonly client: GatewayClient
  readonly conversationId: string
  readonly clock: Pick<Clock, 'now'>
  readonly seen: Pick<SeenFrames, 'sent'>
  /** Sends a frame to the Live session; false: none takes it now. */
  showFrame(jpeg: Uint8Array<ArrayBuffer>): boolean
  problem(message: string): void
  /** Records that the program's frames begin or end. Throws if that failed; then none is sent. */
  record(event: Extract<AuditEvent, { readonly kind: 'sight' }>): void
}

/** The frames of a client's screen or camera. */
export interface ShownFrames {
  /** Takes a frame as base64: it is sent at once, or refused with a reason. */
  show(data: string): void
  /** No frame follows. */
  end(): void
}

/**
 * Passes frames of a client's screen or camera to its Live session: of clients with the scope `sight`, and at most one a second. Each one is
 * sent at once or not at all; what is refused is reported, and no frame is stored. The audit trail says when they begin and end.
 */
export function createShownFrames(options: ShownFramesOptions): ShownFrames {
  const { client, conversationId, clock, seen, showFrame, problem } = options
  const about = { kind: 'sight', by: 'program', program: client.name, source: 'unknown' } as const
  let last: number | null = null
  let sent: { readonly frames: number; readonly bytes: number } | null = null

  function refusal(jpeg: Uint8Array, now: number): string | null {
    if (!client.scopes.includes('sight')) return 'This program may not show frames: its token has no scope “sight”.'
    const size = jpeg.byteLength > mostFrameBytes ? null : jpegSize(jpeg)
    if (size === null || Math.max(size.width, size.height) > frameEdge)
      return `This is no frame that Parley takes: a JPEG with edges of at most ${frameEdge} pixels, of at most ${mostFrameBytes / 1024} KiB.`
    const since = last === null ? frameIntervalMs : now - last
    return since >= 0 && since < frameIntervalMs ? 'A frame was not sent: at most one a second is taken.' : null
  }

  /** Whether the audit trail says that they have begun. */
  function begin(): boolean {
    if (sent !== null) return true
    try {
      options.record({ ...about, what: 'began', frames: 0, bytes: 0, reason: null })
    } catch {
      return false
    }
    sent = { frames: 0, bytes: 0 }
    return true
  }

  function show(data: string): void {
    const jpeg = Uint8Array.from(Buffer.from(data, 'base64'))
    const now = clock.now()
    const refused = refusal(jpeg, now)
    if (refused !== null) {
      problem(refused)
      return
    }
    if (!begin()) {
      problem('A frame was not sent: the audit trail could not be written.')
      return
    }
    if (!showFrame(jpeg)) {
      problem('A frame was not sent: no Live session that takes it is open.')
      return
    }
    last = now
    sent = { frames: (sent?.frames ?? 0) + 1, bytes: (sent?.bytes ?? 0) + jpeg.byteLength }
    seen.sent(conversationId)
  }

  return {
    show,
    end() {
      if (sent === null) return
      const counts = sent
      sent = null
      try {
        options.record({ ...about, what: 'ended', ...counts, reason: 'session-ended' })
      } catch {
        // the frames end nevertheless; that they began is recorded
      }
    },
  }
}
