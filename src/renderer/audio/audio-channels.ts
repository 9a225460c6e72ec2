import {
  type AudioChannelKind,
  type AudioChannelOffer,
  type CaptureChannelMessage,
  type PlaybackChannelMessage,
  playbackEvents,
} from '../../shared/ipc/audio-channels'
import type { Client } from '../../shared/ipc/client'
import type { Transport } from '../../shared/ipc/transport'

/** Connects the channels of recorder and player to main. */
export interface AudioChannels {
  /** Takes the end of a recorder's channel. */
  capture(port: MessagePort): void
  /** Takes the end of the player's channel. */
  playback(port: MessagePort): void
  /** Stops forwarding to the player. */
  close(): void
}

/**
 * Transfers the ends to main itself if the host supports it, so that sound does not wait for this thread; otherwise
 * forwards messages as calls and from events.
 */
export function createAudioChannels(transport: Pick<Transport, 'audioChannels'>, client: Client): AudioChannels {
  return transport.audioChannels === 'window' ? linesToMain() : passedOn(client)
}

function linesToMain(): AudioChannels {
  const hand = (kind: AudioChannelKind, port: MessagePort): void =>
    window.postMessage({ audioChannel: kind } satisfies AudioChannelOffer, window.location.origin, [port])
  return { capture: (port) => hand('capture', port), playback: (port) => hand('playback', port), close: () => undefined }
}

function passedOn(client: Client): AudioChannels {
  const stops: (() => void)[] = []
  return {
    capture(port) {
      port.onmessage = ({ data }: MessageEvent<CaptureChannelMessage>) => void client.call(data.name, data.payload)
    },
    playback(port) {
      const send = (message: PlaybackChannelMessage): void => port.postMessage(message)
      for (const name of playbackEvents) {
        // a name and its payload, a pairing that TypeScript can't follow through the loop
        stops.push(client.on(name, (payload) => send({ name, payload } as PlaybackChannelMessage)))
      }
    },
    close() {
      for (const stop of stops.splice(0)) stop()
    },
  }
}
