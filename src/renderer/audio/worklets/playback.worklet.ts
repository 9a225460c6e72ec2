import { LevelMeter } from '../../../shared/audio/level'
import { TurnPlayer } from '../../../shared/audio/turn-player'
import type { PlaybackChannelMessage } from '../../../shared/ipc/audio-channels'
import { PLAYBACK_PROCESSOR, PLAYBACK_RATE, type PlaybackCommand, type PlaybackReport } from './messages'

const REPORT_SPAN = PLAYBACK_RATE / 25

class PlaybackProcessor extends AudioWorkletProcessor {
  readonly #meter = new LevelMeter(REPORT_SPAN)
  readonly #player = new TurnPlayer((report) => {
    this.#sinceReport = 0
    this.#report({ type: 'position', ...report })
  })
  #line: MessagePort | null = null
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
    this.#player.process(out)
    if (this.#meter.add(out)) this.#postLevel()
    this.#sinceReport += out.length
    if (this.#player.playing && this.#sinceReport >= REPORT_SPAN) this.#player.postProgress()
    return true
  }

  #obey(command: PlaybackCommand): void {
    switch (command.type) {
      case 'line':
        this.#line = command.port
        this.#line.onmessage = (event: MessageEvent<PlaybackChannelMessage>) => this.#hear(event.data)
        break
      case 'speed':
        this.#player.setSpeed(command.speed)
        break
      case 'close':
        this.#closed = true
        this.#line?.close()
        this.port.close()
        break
    }
  }

  #hear({ name, payload }: PlaybackChannelMessage): void {
    switch (name) {
      case 'playback.pcm': {
        const refused = this.#player.refused
        const total = this.#player.push(payload)
        if (total !== null) this.#report({ type: 'received', turnId: payload.turnId, total })
        if (this.#player.refused > refused) this.#report({ type: 'refused', count: this.#player.refused })
        break
      }
      case 'playback.end':
        this.#player.end(payload)
        break
      case 'playback.flush':
        this.#player.flush(payload)
        break
    }
  }

  /** Every level while there is sound, one more when it becomes silent, none after. */
  #postLevel(): void {
    const silent = this.#meter.peak === 0
    if (silent && this.#silent) return
    this.#silent = silent
    this.#report({ type: 'level', rms: this.#meter.rms, peak: this.#meter.peak, waveform: this.#meter.waveform })
  }

  #report(report: PlaybackReport): void {
    this.port.postMessage(report)
  }
}

registerProcessor(PLAYBACK_PROCESSOR, PlaybackProcessor)
