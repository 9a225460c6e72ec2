import type { Clock } from '../../shared/lib/clock'
import { messageOf } from '../../shared/messages/message'
import type { MusicTrack } from '../../shared/tools/change-bgm'
import { browserClock } from '../audio/browser-clock'
import { PageToolError } from './page-tool'

/** The background music. One track at a time, repeated, until it is stopped. */
export interface BackgroundMusic {
  /**
   * Fades this track in and the previous one out. Resolves once it plays; rejects with a `PageToolError` if the system
   * can't play or another request came meanwhile. A track that plays already continues.
   */
  play(track: MusicTrack, signal: AbortSignal): Promise<void>
  stop(): void
  playing(): MusicTrack | null
  /** Listens to changes of the track; returns a function that stops listening. */
  onChange(listener: () => void): () => void
  /** Lowers the music while somebody speaks. */
  setDucked(ducked: boolean): void
  /** 0 to 1, the volume of everything that Parley plays. */
  setVolume(volume: number): void
  close(): void
}

/** Where the music gets its sound, and its output. */
export interface BackgroundMusicSettings {
  readonly files: { readonly [Track in MusicTrack]: string }
  /** Connects the music to the next node; by default the context's destination. */
  readonly connectOutput?: (output: AudioNode, context: AudioContext) => void
  /** Receives the music's context when it is created, to select its output device. */
  readonly route?: (context: AudioContext) => void
  readonly clock?: Clock
}

/** Music has a third of the voice's full scale, and a fifth of that while somebody speaks. */
const LOUDNESS = 0.35
const DUCKED = 0.2
/** Time constants in seconds: a fade is inaudible after five of them. */
const FADE = 0.35
const STEP_BACK = 0.06
const COME_FORWARD = 0.6
const FADE_ENDS_SECONDS = 2.5
const WAIT_FOR_SOUND_MS = 2000

interface Voice {
  readonly track: MusicTrack
  readonly source: AudioBufferSourceNode
  readonly gain: GainNode
}

interface Mixer {
  readonly context: AudioContext
  readonly duck: GainNode
  readonly volume: GainNode
}

/** Creates the music; the sound system is not used before the first track. */
export function createBackgroundMusic(settings: BackgroundMusicSettings): BackgroundMusic {
  const clock = settings.clock ?? browserClock
  const buffers = new Map<MusicTrack, AudioBuffer>()
  const listeners = new Set<() => void>()
  let folder: Mixer | null = null
  let voice: Voice | null = null
  let latest = 0
  let ducked = false
  let volume = 1

  function openMixer(): Mixer {
    const context = new AudioContext({ latencyHint: 'playback' })
    const duck = new GainNode(context, { gain: ducked ? DUCKED : 1 })
    const volumeGain = new GainNode(context, { gain: volume * LOUDNESS })
    duck.connect(volumeGain)
    const connectOutput = settings.connectOutput ?? ((output, to) => output.connect(to.destination))
    connectOutput(volumeGain, context)
    settings.route?.(context)
    return { context, duck, volume: volumeGain }
  }

  async function load(context: AudioContext, track: MusicTrack): Promise<AudioBuffer> {
    const kept = buffers.get(track)
    if (kept !== undefined) return kept
    const response = await fetch(settings.files[track])
    if (!response.ok) throw new Error(`the file of ${track} is missing`)
    const buffer = await context.decodeAudioData(await response.arrayBuffer())
    buffers.set(track, buffer)
    return buffer
  }

  function change(next: Voice | null): void {
    voice = next
    for (const listener of [...listeners]) listener()
  }

  function fadeOut(context: AudioContext, { source, gain }: Voice): void {
    gain.gain.setTargetAtTime(0, context.currentTime, FADE)
    source.addEventListener('ended', () => {
      gain.disconnect()
      // no track plays any more: the context is suspended
      if (voice === null && context.state === 'running') void context.suspend().catch(() => {})
    })
    source.stop(context.currentTime + FADE_ENDS_SECONDS)
  }

  return {
    async play(track, signal) {
      const mine = ++latest
      folder ??= openMixer()
      const { context, duck } = folder
      const buffer = await load(context, track)
      await untilRunning(context, clock)
      if (signal.aborted || mine !== latest) throw new PageToolError(messageOf('music-other-wish'))
      if (voice?.track === track) return
      const gain = new GainNode(context, { gain: 0 })
      const source = new AudioBufferSourceNode(context, { buffer, loop: true })
      source.connect(gain).connect(duck)
      source.start()
      gain.gain.setTargetAtTime(1, context.currentTime, FADE)
      if (voice !== null) fadeOut(context, voice)
      change({ track, source, gain })
    },
    stop() {
      latest += 1
      if (folder === null || voice === null) return
      fadeOut(folder.context, voice)
      change(null)
    },
    playing: () => voice?.track ?? null,
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    setDucked(next) {
      if (next === ducked) return
      ducked = next
      folder?.duck.gain.setTargetAtTime(next ? DUCKED : 1, folder.context.currentTime, next ? STEP_BACK : COME_FORWARD)
    },
    setVolume(next) {
      volume = Math.max(0, Math.min(1, next))
      folder?.volume.gain.setTargetAtTime(volume * LOUDNESS, folder.context.currentTime, STEP_BACK)
    },
    close() {
      latest += 1
      listeners.clear()
      voice = null
      void folder?.context.close().catch(() => {})
      folder = null
    },
  }
}

/** A browser page without a user gesture may not play: an error is better than silence. */
async function untilRunning(context: AudioContext, clock: Clock): Promise<void> {
  if (context.state === 'running') return
  const running = new Promise<boolean>((resolve) => {
    const look = (): void => {
      if (context.state === 'running') end(true)
    }
    const timer = clock.after(WAIT_FOR_SOUND_MS, () => end(false))
    const end = (there: boolean): void => {
      timer.cancel()
      context.removeEventListener('statechange', look)
      resolve(there)
    }
    context.addEventListener('statechange', look)
  })
  void context.resume().catch(() => {})
  if (!(await running)) {
    throw new PageToolError(messageOf('music-no-sound'))
  }
}
