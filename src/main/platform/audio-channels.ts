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

/** The lines on which sound goes between main and the audio threads of the page, past the page's own thread. */
export interface AudioChannels {
  /** Takes one end of a line over. A kind that is none, or no port at all, is passed by. */
  open(kind: unknown, port: SoundPort | undefined): void
  /** Sends an event of the player down its line. False where it is another event or the page opened no line: send it as usual. */
  emit(name: string, payload: unknown): boolean
}

/** Makes the lines; what the recorder says goes to `dispatch` like every call of the page, in the order in which it came. */
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
    // a page has one player: that of a page loaded anew takes the place of the one before
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
