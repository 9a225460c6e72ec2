import { assertNever } from '../../shared/lib/assert-never'
import type { Clock, Timer } from '../../shared/lib/clock'
import { browserClock } from './browser-clock'
import { keepRunning, type RunningContext } from './keep-running'
import { type LevelReading, publishLevel } from './levels'
import type { Playback, PlaybackChunk, PlaybackSettings, PlaybackStatistics } from './playback-settings'
import { type ConvertedSound, TurnRates } from './turn-rates'
import { PLAYBACK_PROCESSOR, PLAYBACK_RATE, type PlaybackCommand, type PlaybackReport } from './worklets/messages'
import playbackWorkletUrl from './worklets/playback.worklet.ts?worker&url'

export type { Playback, PlaybackChunk, PlaybackSettings, PlaybackStatistics } from './playback-settings'

const PREPARE_AGAIN_MS = 1000
const VOLUME_GLIDE_SECONDS = 0.01
const REMEMBERED_FLUSHES = 256

/** Makes the player and prepares its context; it is ready for `push` at once. */
export function createPlayback(settings: PlaybackSettings): Playback {
  return new WorkletPlayback(settings)
}

class WorkletPlayback implements Playback {
  readonly #settings: PlaybackSettings
  readonly #clock: Clock
  readonly #onLevel: (reading: LevelReading) => void
  readonly #rates = new TurnRates()
  readonly #endings = new Map<string, Timer>()
  readonly #flushed = new Set<string>()
  readonly #context: AudioContext
  readonly #running: RunningContext
  readonly #gain: GainNode
  #node: AudioWorkletNode | null = null
  /** What was asked for before the processor was there. */
  #early: PlaybackCommand[] = []
  #volume = 1
  #muted = false
  #stalls = 0
  #refused = 0
  #closed = false

  constructor(settings: PlaybackSettings) {
    this.#settings = settings
    this.#clock = settings.clock ?? browserClock
    this.#onLevel = settings.onLevel ?? publishLevel
    this.#context = new AudioContext({ sampleRate: PLAYBACK_RATE, latencyHint: 'interactive' })
    this.#gain = this.#context.createGain()
    const connectOutput = settings.connectOutput ?? ((output, context) => output.connect(context.destination))
    connectOutput(this.#gain, this.#context)
    settings.route?.(this.#context)
    this.#running = keepRunning(this.#context, this.#clock, settings.onBlocked ?? (() => {}))
    void this.#prepare()
  }

  push(chunk: PlaybackChunk): void {
    if (this.#flushed.has(chunk.turnId)) return
    const sound = this.#rates.convert(chunk)
    if (sound === null) {
      this.#refused += 1
      return
    }
    this.#cancelEnding(chunk.turnId)
    this.#running.want(true)
    this.#deliver(chunk.turnId, sound)
  }

  end(turnId: string): void {
    const rest = this.#rates.rest(turnId)
    if (rest) this.#deliver(turnId, rest)
    this.#send({ type: 'end', turnId })
  }

  flush(turnId: string): void {
    this.#cancelEnding(turnId)
    this.#flushed.add(turnId)
    for (const oldest of this.#flushed) {
      if (this.#flushed.size <= REMEMBERED_FLUSHES) break
      this.#flushed.delete(oldest)
    }
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
    if (this.#closed) return
    this.#closed = true
    this.#running.stop()
    for (const timer of this.#endings.values()) timer.cancel()
    this.#node?.port.postMessage({ type: 'close' } satisfies PlaybackCommand)
    void this.#context.close().catch(() => {})
  }

  async #prepare(): Promise<void> {
    try {
      await this.#context.audioWorklet.addModule(playbackWorkletUrl)
    } catch {
      if (!this.#closed) this.#clock.after(PREPARE_AGAIN_MS, () => void this.#prepare())
      return
    }
    if (this.#closed) return
    const node = new AudioWorkletNode(this.#context, PLAYBACK_PROCESSOR, { numberOfInputs: 0, numberOfOutputs: 1, outputChannelCount: [1] })
    node.port.onmessage = (event: MessageEvent<PlaybackReport>) => this.#hear(event.data)
    node.connect(this.#gain)
    this.#node = node
    const early = this.#early
    this.#early = []
    for (const command of early) this.#send(command)
  }

  #deliver(turnId: string, sound: ConvertedSound): void {
    this.#send({ type: 'push', turnId, startSample: sound.startSample, samples: sound.samples })
  }

  #send(command: PlaybackCommand): void {
    if (this.#closed) return
    if (this.#node) this.#node.port.postMessage(command, command.type === 'push' ? [command.samples.buffer] : [])
    else this.#early.push(command)
  }

  #hear(report: PlaybackReport): void {
    if (this.#closed) return
    switch (report.type) {
      case 'level':
        this.#onLevel({ source: 'speaker', rms: report.rms, peak: report.peak, waveform: report.waveform })
        break
      case 'position':
        this.#stalls = report.stalls
        // what left the player before a flush will still be heard
        if (report.kind === 'flush') this.#conclude(report.turnId, report.position)
        else this.#locate(report.turnId, report.position, report.kind === 'end')
        break
      default:
        assertNever(report, 'playback report')
    }
  }

  #locate(turnId: string, position: number, ended: boolean): void {
    const latency = this.#context.outputLatency || this.#context.baseLatency || 0
    this.#settings.onPosition(turnId, this.#rates.position(turnId, position - latency * PLAYBACK_RATE), false)
    if (!ended) return
    this.#cancelEnding(turnId)
    const conclude = () => this.#conclude(turnId, position)
    this.#endings.set(turnId, this.#clock.after(latency * 1000, conclude))
  }

  #conclude(turnId: string, position: number): void {
    this.#cancelEnding(turnId)
    const heard = this.#rates.position(turnId, position)
    this.#rates.forget(turnId)
    this.#running.want(this.#rates.size > 0)
    this.#settings.onPosition(turnId, heard, true)
  }

  #cancelEnding(turnId: string): void {
    this.#endings.get(turnId)?.cancel()
    this.#endings.delete(turnId)
  }

  #applyVolume(): void {
    const volume = this.#muted ? 0 : this.#volume
    this.#gain.gain.setTargetAtTime(volume, this.#context.currentTime, VOLUME_GLIDE_SECONDS)
  }
}
