import { isCaptureCall, isPlaybackEvent } from '../../shared/ipc/audio-channels'
import type { Dispatch } from '../../shared/ipc/router'

/** One end of a channel, as Electron's main process has it. */
export interface SoundPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  postMessage(message: unknown): void
  start(): void
  close(): void
}

/** The channels that carry sound between main and the page's audio threads, bypassing the page's main thread. */
export interface AudioChannels {
  /** Takes over one end of a channel. An unknown kind, or a message without a port, is ignored. */
  open(kind: unknown, port: SoundPort | undefined): void
  /**
   * Sends a playback event through its channel. False if it is another event or the page opened no channel: the caller sends it as
   * usual.
   */
  emit(name: string, payload: unknown): boolean
}

/** Creates the channels; messages of the recorder go to `dispatch` like every call of the page, in order. */
export function createAudioChannels(dispatch: Dispatch): AudioChannels {
  let player: SoundPort | null = null

  function openCapture(port: SoundPort): void {
    port.on('message', ({ data }) => {
      const message = typeof data === 'object' && data !== null && 'name' in data && 'payload' in data ? data : null
      if (message !== null && isCaptureCall(message.name)) void dispatch(message.name, message.payload)
    })
    port.start()
  }

  function openPlayback(port: SoundPort): void {
    // a page has one player: that of a reloaded page replaces the previous one
    player?.close()
    player = port
    port.on('close', () => {
      if (player === port) player = null
    })
    port.start()
  }

  return {
    open(kind, port) {
      if (port === undefined) return
      if (kind === 'capture') openCapture(port)
      else if (kind === 'playback') openPlayback(port)
      else port.close()
    },
    emit(name, payload) {
      if (player === null || !isPlaybackEvent(name)) return false
      player.postMessage({ name, payload })
      return true
    },
  }
}
