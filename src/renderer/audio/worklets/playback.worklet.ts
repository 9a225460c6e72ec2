import { LevelMeter } from '../../../shared/audio/level'
import { PcmEngine, type PlaybackEventKind } from '../../../shared/audio/pcm-engine'
import { PLAYBACK_PROCESSOR, PLAYBACK_RATE, type PlaybackCommand, type PlaybackReport } from './messages'

const REPORT_SPAN = PLAYBACK_RATE / 25

class PlaybackProcessor extends AudioWorkletProcessor {
  readonly #meter = new LevelMeter(REPORT_SPAN)
  readonly #engine = new PcmEngine({
    sampleRate: PLAYBACK_RATE,
    onEvent: (kind, turnId, position) => {
      this.#sinceReport = 0
      this.#tellPosition(kind, turnId, position)
    },
  })
  #sinceReport = 0
  #silent = true
  #closed = false

  constructor() {
    super()
    this.port.onmessage = (event: MessageEvent<PlaybackCommand>) => this.#obey(event.data)
  }

  process(_inputs: readonly (readonly Float32Array[])[], outputs: readonly (readonly Float32Array[])[]): boolean {
    const out = outputs[0]?.[0]
    if (!out || this.#closed) return !this.#closed
    this.#engine.process(out)
    if (this.#meter.add(out)) this.#tellLevel()
    this.#sinceReport += out.length
    const turn = this.#engine.currentTurn
    if (this.#engine.playing && turn && this.#sinceReport >= REPORT_SPAN) {
      this.#sinceReport = 0
      this.#tellPosition('progress', turn.turnId, turn.position)
    }
    return true
  }

  #obey(command: PlaybackCommand): void {
    switch (command.type) {
      case 'push':
        this.#engine.push(command.samples, command.turnId, command.startSample)
        break
      case 'end':
        this.#engine.end(command.turnId)
        break
      case 'flush':
        this.#engine.flush(command.turnId)
        break
      case 'close':
        this.#closed = true
        this.port.close()
        break
    }
  }

  /** Every level while there is sound, one more when it falls silent, none after. */
  #tellLevel(): void {
    const silent = this.#meter.peak === 0
    if (silent && this.#silent) return
    this.#silent = silent
    this.#report({ type: 'level', rms: this.#meter.rms, peak: this.#meter.peak, waveform: this.#meter.waveform })
  }

  #tellPosition(kind: PlaybackEventKind | 'progress', turnId: string, position: number): void {
    this.#report({ type: 'position', kind, turnId, position, stalls: this.#engine.stalls })
  }

  #report(report: PlaybackReport): void {
    this.port.postMessage(report)
  }
}

registerProcessor(PLAYBACK_PROCESSOR, PlaybackProcessor)
