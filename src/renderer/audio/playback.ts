import { bytesToSamples } from '../../shared/audio/pcm'
import { Resampler } from '../../shared/audio/resample'
import { assertNever } from '../../shared/lib/assert-never'
import type { Clock, Timer } from '../../shared/lib/clock'
import { browserClock } from './browser-clock'
import { type LevelReading, publishLevel } from './levels'
import { PLAYBACK_PROCESSOR, PLAYBACK_RATE, type PlaybackCommand, type PlaybackReport } from './worklets/messages'
import playbackWorkletUrl from './worklets/playback.worklet.ts?worker&url'

export interface PlaybackSettings {
  /**
   * How far this turn was heard: samples at the turn's own rate, what is still in the sound system taken off. About every
   * 40 ms and at every start, stall, resume, flush and end; `done` once the turn was played or flushed to its end. A turn
   * that goes on after `done` is reported on again.
   */
  readonly onPosition: (turnId: string, playedSamples: number, done: boolean) => void
  /** True while sound is wanted but the system gives no way to play it (no user gesture yet, device lost). */
  readonly onBlocked?: (blocked: boolean) => void
  /** By default told to `subscribeLevels`. */
  readonly onLevel?: (reading: LevelReading) => void
  /** Joins the player to what follows; by default the context's destination. */
  readonly connectOutput?: (output: AudioNode, context: AudioContext) => void
  readonly clock?: Clock
}

/** Sound of one turn: s16le mono. `startSample` counts from the turn's first sample, at `sampleRate`. */
export interface PlaybackChunk {
  readonly turnId: string
  readonly sampleRate: number
  readonly startSample: number
  readonly pcm: Uint8Array
}

/** Counts for diagnostics. */
export interface PlaybackStatistics {
  /** Times that sound was missing and came later. */
  readonly stalls: number
  /** Chunks refused because they had no usable rate or half a sample. */
  readonly refused: number
}

export interface Playback {
  /** Queues sound; never throws. Rates other than 24 kHz are converted. */
  push(chunk: PlaybackChunk): void
  /** No more sound for this turn for now: it plays to its last sample. Without it the last 3 ms fade out. */
  end(turnId: string): void
  /** Stops this turn now and drops what is queued and what still comes for it. */
  flush(turnId: string): void
  /** 0 to 1. */
  setVolume(volume: number): void
  /** Muted sound goes on being played, unheard. */
  setMuted(muted: boolean): void
  statistics(): PlaybackStatistics
  close(): void
}

const RETRY_MS = { first: 250, max: 30_000 }
const VOLUME_GLIDE_SECONDS = 0.01
const REMEMBERED_FLUSHES = 256
const RATES = { min: 8000, max: 192_000 }

interface TurnRate {
  readonly sampleRate: number
  readonly resampler: Resampler | null
  /** Samples given to the player, at its rate. */
  sent: number
  /** Samples received, at the turn's own rate. */
  received: number
}

/** Makes the player and prepares its context; it is ready for `push` at once. */
export function createPlayback(settings: PlaybackSettings): Playback {
  return new WorkletPlayback(settings)
}

class WorkletPlayback implements Playback {
  readonly #settings: PlaybackSettings
  readonly #clock: Clock
  readonly #onLevel: (reading: LevelReading) => void
  readonly #turns = new Map<string, TurnRate>()
  readonly #endings = new Map<string, Timer>()
  readonly #flushed = new Set<string>()
  readonly #context: AudioContext
  readonly #gain: GainNode
  #node: AudioWorkletNode | null = null
  #waiting: PlaybackCommand[] = []
  #volume = 1
  #muted = false
  #stalls = 0
  #refused = 0
  #retry: Timer | null = null
  #retryMs = RETRY_MS.first
  #blocked = false
  /** True from a push until every turn was played. */
  #wanted = false
  #closed = false

  constructor(settings: PlaybackSettings) {
    this.#settings = settings
    this.#clock = settings.clock ?? browserClock
    this.#onLevel = settings.onLevel ?? publishLevel
    this.#context = new AudioContext({ sampleRate: PLAYBACK_RATE, latencyHint: 'interactive' })
    this.#gain = this.#context.createGain()
    const connectOutput = settings.connectOutput ?? ((output, context) => output.connect(context.destination))
    connectOutput(this.#gain, this.#context)
    this.#context.addEventListener('statechange', this.#keepRunning)
    this.#context.addEventListener('error', this.#keepRunning)
    for (const gesture of GESTURES) window.addEventListener(gesture, this.#onGesture, { capture: true })
    void this.#prepare()
  }

  push(chunk: PlaybackChunk): void {
    const { turnId, sampleRate } = chunk
    if (this.#flushed.has(turnId)) return
    const usable = Number.isFinite(sampleRate) && sampleRate >= RATES.min && sampleRate <= RATES.max && chunk.pcm.byteLength % 2 === 0
    const known = this.#turns.get(turnId)
    if (!usable || (known && known.sampleRate !== sampleRate)) {
      this.#refused += 1
      return
    }
    const turn = known ?? this.#addTurn(turnId, sampleRate)
    this.#cancelEnding(turnId)
    const samples = bytesToSamples(chunk.pcm)
    turn.received = Math.max(turn.received, chunk.startSample) + samples.length
    this.#wanted = true
    this.#keepRunning()
    this.#deliver(turnId, turn, turn.resampler ? turn.resampler.push(samples) : samples, chunk.startSample)
  }

  end(turnId: string): void {
    const turn = this.#turns.get(turnId)
    if (turn?.resampler) this.#deliver(turnId, turn, turn.resampler.end(), turn.sent)
    this.#send({ type: 'end', turnId })
  }

  flush(turnId: string): void {
    this.#cancelEnding(turnId)
    this.#flushed.add(turnId)
    if (this.#flushed.size > REMEMBERED_FLUSHES) this.#flushed.delete([...this.#flushed][0] ?? turnId)
    this.#send({ type: 'flush', turnId })
  }

  setVolume(volume: number): void {
    this.#volume = Math.max(0, Math.min(1, volume))
    this.#applyVolume()
  }

  setMuted(muted: boolean): void {
    this.#muted = muted
    this.#applyVolume()
  }

  statistics(): PlaybackStatistics {
    return { stalls: this.#stalls, refused: this.#refused }
  }

  close(): void {
    this.#closed = true
    this.#retry?.cancel()
    for (const timer of this.#endings.values()) timer.cancel()
    for (const gesture of GESTURES) window.removeEventListener(gesture, this.#onGesture, { capture: true })
    this.#node?.port.postMessage({ type: 'close' } satisfies PlaybackCommand)
    this.#node?.disconnect()
    void this.#context.close()
  }

  async #prepare(): Promise<void> {
    try {
      await this.#context.audioWorklet.addModule(playbackWorkletUrl)
    } catch {
      if (!this.#closed) this.#later(() => void this.#prepare())
      return
    }
    if (this.#closed) return
    const node = new AudioWorkletNode(this.#context, PLAYBACK_PROCESSOR, { numberOfInputs: 0, numberOfOutputs: 1, outputChannelCount: [1] })
    node.port.onmessage = (event: MessageEvent<PlaybackReport>) => this.#hear(event.data)
    node.connect(this.#gain)
    this.#node = node
    const waiting = this.#waiting
    this.#waiting = []
    for (const command of waiting) this.#send(command)
    this.#keepRunning()
  }

  #addTurn(turnId: string, sampleRate: number): TurnRate {
    const resampler = sampleRate === PLAYBACK_RATE ? null : new Resampler(sampleRate, PLAYBACK_RATE)
    const turn: TurnRate = { sampleRate, resampler, sent: 0, received: 0 }
    this.#turns.set(turnId, turn)
    return turn
  }

  #deliver(turnId: string, turn: TurnRate, samples: Int16Array, startSample: number): void {
    const start = turn.resampler ? turn.sent : startSample
    turn.sent += samples.length
    this.#send({ type: 'push', turnId, startSample: start, samples })
  }

  #send(command: PlaybackCommand): void {
    if (this.#closed) return
    if (this.#node) this.#node.port.postMessage(command, command.type === 'push' ? [command.samples.buffer] : [])
    else this.#waiting.push(command)
  }

  #hear(report: PlaybackReport): void {
    switch (report.type) {
      case 'level':
        this.#onLevel({ source: 'speaker', rms: report.rms, peak: report.peak, waveform: report.waveform })
        break
      case 'position':
        this.#stalls = report.stalls
        this.#locate(report.turnId, report.position, report.kind)
        break
      default:
        assertNever(report, 'playback report')
    }
  }

  #locate(turnId: string, position: number, kind: Extract<PlaybackReport, { type: 'position' }>['kind']): void {
    if (kind === 'flush') {
      // what left the player will still be heard
      this.#conclude(turnId, position)
      return
    }
    const latency = this.#context.outputLatency || this.#context.baseLatency || 0
    this.#settings.onPosition(turnId, this.#heard(turnId, position - latency * PLAYBACK_RATE), false)
    if (kind !== 'end') return
    this.#cancelEnding(turnId)
    this.#endings.set(
      turnId,
      this.#clock.after(latency * 1000, () => this.#conclude(turnId, position)),
    )
  }

  #conclude(turnId: string, position: number): void {
    this.#cancelEnding(turnId)
    this.#settings.onPosition(turnId, this.#heard(turnId, position), true)
    this.#turns.delete(turnId)
    this.#wanted = this.#turns.size > 0
  }

  /** A position of the player in samples of the turn's own rate, never more than were received. */
  #heard(turnId: string, position: number): number {
    const turn = this.#turns.get(turnId)
    const samples = Math.round(Math.max(0, position) * ((turn?.sampleRate ?? PLAYBACK_RATE) / PLAYBACK_RATE))
    return turn ? Math.min(samples, turn.received) : samples
  }

  #cancelEnding(turnId: string): void {
    this.#endings.get(turnId)?.cancel()
    this.#endings.delete(turnId)
  }

  #applyVolume(): void {
    const volume = this.#muted ? 0 : this.#volume
    this.#gain.gain.setTargetAtTime(volume, this.#context.currentTime, VOLUME_GLIDE_SECONDS)
  }

  readonly #onGesture = (): void => {
    if (this.#context.state === 'suspended') this.#resume()
  }

  /** A context that stopped by itself is resumed, at once and then with growing pauses. */
  readonly #keepRunning = (): void => {
    if (this.#closed || this.#context.state === 'closed') return
    if (this.#context.state === 'running') {
      this.#retry?.cancel()
      this.#retry = null
      this.#retryMs = RETRY_MS.first
      this.#setBlocked(false)
      return
    }
    if (!this.#wanted || this.#retry) return
    this.#resume()
    this.#later(() => {
      this.#setBlocked(this.#context.state !== 'running')
      this.#keepRunning()
    })
  }

  #resume(): void {
    this.#context.resume().catch(() => {})
  }

  #later(task: () => void): void {
    this.#retry?.cancel()
    this.#retry = this.#clock.after(this.#retryMs, () => {
      this.#retry = null
      task()
    })
    this.#retryMs = Math.min(RETRY_MS.max, this.#retryMs * 2)
  }

  #setBlocked(blocked: boolean): void {
    if (blocked === this.#blocked) return
    this.#blocked = blocked
    this.#settings.onBlocked?.(blocked)
  }
}

const GESTURES = ['pointerdown', 'keydown'] as const
