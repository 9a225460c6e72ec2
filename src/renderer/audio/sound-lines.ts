import type { Client } from '../../shared/ipc/client'
import {
  type CaptureLineMessage,
  type PlaybackLineMessage,
  playbackEvents,
  type SoundLineKind,
  type SoundLineOffer,
} from '../../shared/ipc/sound-lines'
import type { Transport } from '../../shared/ipc/transport'

/** Leads the lines of recorder and player to main. */
export interface SoundLines {
  /** Takes the end of a recorder's line. */
  capture(port: MessagePort): void
  /** Takes the end of the player's line. */
  playback(port: MessagePort): void
  /** Nothing more goes to the player. */
  close(): void
}

/**
 * Gives the ends to main itself where the host takes them, so that no sound waits for this thread; elsewhere passes on
 * what comes, as calls and from events.
 */
export function createSoundLines(transport: Pick<Transport, 'soundLines'>, client: Client): SoundLines {
  return transport.soundLines === 'window' ? linesToMain() : passedOn(client)
}

function linesToMain(): SoundLines {
  const hand = (kind: SoundLineKind, port: MessagePort): void =>
    window.postMessage({ soundLine: kind } satisfies SoundLineOffer, window.location.origin, [port])
  return { capture: (port) => hand('capture', port), playback: (port) => hand('playback', port), close: () => undefined }
}

function passedOn(client: Client): SoundLines {
  const stops: (() => void)[] = []
  return {
    capture(port) {
      port.onmessage = ({ data }: MessageEvent<CaptureLineMessage>) => void client.call(data.name, data.payload)
    },
    playback(port) {
      const send = (message: PlaybackLineMessage): void => port.postMessage(message)
      for (const name of playbackEvents) {
        // a name and the payload that belongs to it, which TypeScript can't follow through the loop
        stops.push(client.on(name, (payload) => send({ name, payload } as PlaybackLineMessage)))
      }
    },
    close() {
      for (const stop of stops.splice(0)) stop()
    },
  }
}
