import type { GatewayClient } from '../../shared/gateway/gateway-client'
import type { Clock } from '../../shared/lib/clock'
import { frameIntervalMs } from '../../shared/sight/frame-gate'
import { jpegSize } from '../../shared/sight/jpeg'
import { frameEdge, mostFrameBytes } from '../../shared/sight/sight-calls'
import type { SeenFrames } from '../tool-calls/policy/seen-frames'

export interface ShownFramesOptions {
  readonly client: GatewayClient
  readonly conversationId: string
  readonly clock: Pick<Clock, 'now'>
  readonly seen: Pick<SeenFrames, 'sent'>
  /** Sends a frame to the Live session; false: none takes it now. */
  showFrame(jpeg: Uint8Array<ArrayBuffer>): boolean
  problem(message: string): void
}

/**
 * Passes frames of a client's screen or camera to its Live session: of clients with the scope `sight`, and at most one a second. Each one is
 * sent at once or not at all; what is refused is reported, and nothing is stored. Returns what takes a frame as base64.
 */
export function createShownFrames({ client, conversationId, clock, seen, showFrame, problem }: ShownFramesOptions): (data: string) => void {
  let last: number | null = null

  function refusal(jpeg: Uint8Array, now: number): string | null {
    if (!client.scopes.includes('sight')) return 'This program may not show frames: its token has no scope “sight”.'
    const size = jpeg.byteLength > mostFrameBytes ? null : jpegSize(jpeg)
    if (size === null || Math.max(size.width, size.height) > frameEdge)
      return `This is no frame that Parley takes: a JPEG with edges of at most ${frameEdge} pixels, of at most ${mostFrameBytes / 1024} KiB.`
    const since = last === null ? frameIntervalMs : now - last
    return since >= 0 && since < frameIntervalMs ? 'A frame was not sent: at most one a second is taken.' : null
  }

  return (data) => {
    const jpeg = Uint8Array.from(Buffer.from(data, 'base64'))
    const now = clock.now()
    const refused = refusal(jpeg, now)
    if (refused !== null) {
      problem(refused)
      return
    }
    if (!showFrame(jpeg)) {
      problem('A frame was not sent: no Live session that takes it is open.')
      return
    }
    last = now
    seen.sent(conversationId)
  }
}
