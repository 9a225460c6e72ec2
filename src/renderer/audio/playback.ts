import type { TurnReport } from '../../shared/audio/turn-player'
import { assertNever } from '../../shared/lib/assert-never'
import type { Clock, Timer } from '../../shared/lib/clock'
import { browserClock } from './browser-clock'
import { keepRunning, type RunningContext } from './keep-running'
import { type LevelReading, publishLevel } from './levels'
import type { Playback, PlaybackSettings, PlaybackStatistics } from './playback-settings'
import { PLAYBACK_PROCESSOR, PLAYBACK_RATE, type PlaybackCommand, type PlaybackReport } from './worklets/messages'
import playbackWorkletUrl from './worklets/playback.worklet.ts?worker&url'

export type { Playback, PlaybackSettings, PlaybackStatistics } from './playback-settings'

const PREPARE_AGAIN_MS = 1000
const VOLUME_GLIDE_SECONDS = 0.01
/** −14 dB: an answer that continues after a cough could still be understood. */
const DUCKED_VOLUME = 0.2

/** Creates the player and prepares its context; what arrives on its channel meanwhile is queued. */
export function createPlayback(settings: PlaybackSettings): Playback {
  return new WorkletPlayback(settings)
}

class WorkletPlayback implements Playback {
  readonly #settings: PlaybackSettings
  readonly #clock: Clock
  readonly #onLevel: (reading: LevelReading) => void
  readonly #endings = new Map<string, Timer>()
  /** Turns with sound that have not ended. */
  readonly #sounding = new Set<string>()
  readonly #context: AudioContext
  readonly #running: RunningContext
  readonly #gain: GainNode
  #node: AudioWorkletNode | null = null
  readonly #line: MessagePort
  #volume = 1
  #speed = 1
  #muted = false
  #ducked = false
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
    const { port1, port2 } = new MessageChannel()
    this.#line = port1
    settings.openLine(port2)
    void this.#prepare()
  }

  setVolume(volume: number): void {
    this.#volume = Math.max(0, Math.min(1, volume))
    this.#applyVolume()
  }

  setSpeed(speed: number): void {
    this.#speed = speed
    if (!this.#closed) this.#node?.port.postMessage({ type: 'speed', speed } satisfies PlaybackCommand)
  }

  setMuted(muted: boolean): void {
    this.#muted = muted
    this.#applyVolume()
  }

  setDucked(ducked: boolean): void {
    this.#ducked = ducked
    this.#applyVolume()
  }

  setExpected(expected: boolean): void {
    if (!this.#closed) this.#running.expect(expected)
  }

  statistics(): PlaybackStatistics {
    return { stalls: this.#stalls, refused: this.#refused }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#running.stop()
    for (const timer of this.#endings.values()) timer.cancel()
    if (this.#node) this.#node.port.postMessage({ type: 'close' } satisfies PlaybackCommand)
    else this.#line.close()
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
    node.port.postMessage({ type: 'line', port: this.#line } satisfies PlaybackCommand, [this.#line])
    node.connect(this.#gain)
    this.#node = node
    this.setSpeed(this.#speed)
  }

  #hear(report: PlaybackReport): void {
    if (this.#closed) return
    switch (report.type) {
      case 'level':
        this.#onLevel({ source: 'speaker', rms: report.rms, peak: report.peak, waveform: report.waveform })
        break
      case 'position':
        this.#stalls = report.stalls
        // samples that left the player before a flush will still be heard
        if (report.kind === 'flush') this.#conclude(report)
        else this.#locate(report)
        break
      case 'received':
        this.#cancelEnding(report.turnId)
        this.#sounding.add(report.turnId)
        this.#running.want(true)
        this.#settings.onReceived?.(report.turnId, report.total)
        break
      case 'refused':
        this.#refused = report.count
        break
      default:
        assertNever(report, 'playback report')
    }
  }

  #locate(turn: TurnReport): void {
    const latency = this.#context.outputLatency || this.#context.baseLatency || 0
    const heard = Math.max(0, Math.round(turn.position - latency * turn.sampleRate * turn.speed))
    this.#settings.onPosition(turn, heard, false)
    if (turn.kind !== 'end') return
    this.#cancelEnding(turn.turnId)
    this.#endings.set(
      turn.turnId,
      this.#clock.after(latency * 1000, () => this.#conclude(turn)),
    )
  }

  #conclude(turn: TurnReport): void {
    this.#cancelEnding(turn.turnId)
    this.#sounding.delete(turn.turnId)
    this.#running.want(this.#sounding.size > 0)
    this.#settings.onPosition(turn, turn.position, true)
  }

  #cancelEnding(turnId: string): void {
    this.#endings.get(turnId)?.cancel()
    this.#endings.delete(turnId)
  }

  #applyVolume(): void {
    const volume = this.#muted ? 0 : this.#volume * (this.#ducked ? DUCKED_VOLUME : 1)
    this.#gain.gain.setTargetAtTime(volume, this.#context.currentTime, VOLUME_GLIDE_SECONDS)
  }
}
