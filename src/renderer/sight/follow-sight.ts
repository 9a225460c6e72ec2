import type { SightView } from '../../shared/sight/sight-calls'
import type { AppStore } from '../state/store'
import { type SightCapture, startSightCapture } from './sight-capture'

/** Captures what main asks for, and stops when main says so. Returns the way to stop following. */
export function followSight({ api, client }: AppStore, capture = startSightCapture): () => void {
  let current: { readonly sightId: string; capture: SightCapture | null } | null = null

  function stop(): void {
    current?.capture?.stop()
    current = null
  }

  async function start({ sightId, source }: Extract<SightView, { phase: 'asking' }>): Promise<void> {
    stop()
    const mine: { readonly sightId: string; capture: SightCapture | null } = { sightId, capture: null }
    current = mine
    try {
      const started = await capture(source.kind, source.sourceId, {
        onFrame: (frame) => void client.call('sight.frame', { sightId, ...frame }),
        onGone: () => void client.call('sight.lost', { sightId, reason: 'source-gone' }),
      })
      if (current !== mine) {
        started.stop()
        return
      }
      mine.capture = started
      await client.call('sight.captures', { sightId })
    } catch {
      await client.call('sight.lost', { sightId, reason: 'refused' })
    }
  }

  const stops = [
    client.on('sight.state', (sight) => {
      api.setState({ sight, ...(sight.phase === 'off' && { sightFrame: null }) })
      if (sight.phase === 'asking' && current?.sightId !== sight.sightId) void start(sight)
      else if (sight.phase === 'off') stop()
    }),
    client.on('sight.wanted', ({ sightId }) => {
      if (current?.sightId === sightId) current.capture?.want()
    }),
    client.on('sight.sent', ({ jpeg }) => api.setState({ sightFrame: jpegAddress(jpeg) })),
    // nothing is captured for a replay
    client.on('replay.picture', ({ conversationId, picture }) => {
      const frame = picture?.jpeg == null ? null : jpegAddress(picture.jpeg)
      api.setState({ replayedSight: picture === null ? null : { conversationId, frame, frames: picture.frames } })
    }),
    client.onLost(stop),
  ]
  return () => {
    for (const unlisten of stops) unlisten()
    stop()
  }
}

function jpegAddress(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return `data:image/jpeg;base64,${btoa(text)}`
}
