import { CaptureEngine } from '../../shared/audio/capture-framer'
import { LevelMeter } from '../../shared/audio/level'
import { samplesToBytes } from '../../shared/audio/pcm'
import type { CaptureChannelMessage } from '../../shared/ipc/audio-channels'
import { CAPTURE_RATE, type CaptureCommand, type CaptureReport, type MeasuredFrame } from './worklets/messages'

const FRAME_LENGTH = CAPTURE_RATE / 50
const PRE_ROLL_LENGTH = CAPTURE_RATE / 2
/** A voice is detected only after it began, and even later while the model loads: 4 s. */
const MEMORY_LENGTH = CAPTURE_RATE * 4
const LEVEL_SPAN = CAPTURE_RATE / 25

/**
 * Records a talk on a thread of its own, wherever the samples come from: cuts them into frames, sends these on the channel,
 * reports progress to the page.
 */
export class CaptureRecorder {
  readonly #report: (report: CaptureReport) => void
  readonly #meter = new LevelMeter(LEVEL_SPAN)
  readonly #engine = new CaptureEngine({
    frameLength: FRAME_LENGTH,
    preRollLength: PRE_ROLL_LENGTH,
    memoryLength: MEMORY_LENGTH,
    onHeard: (samples, startSample) => this.#listener?.postMessage({ samples, startSample } satisfies MeasuredFrame, [samples.buffer]),
    onFrame: (samples, talkId) => {
      if (!this.#begun) this.#begin(talkId)
      this.#post({ name: 'microphone.frame', payload: { talkId, pcm: samplesToBytes(samples) } })
    },
    onEnd: (talkId) => {
      if (!this.#quiet) this.#post({ name: 'microphone.ended', payload: { talkId } })
      this.#report({ type: 'ended', talkId, serial: this.#serial })
      this.#report({ type: 'level', rms: 0, peak: 0, waveform: new Float32Array(this.#meter.waveform.length) })
      this.#meter.reset()
    },
  })
  #line: MessagePort | null = null
  /** The channel got the start of this talk. */
  #begun = false
  /** The channel gets no end. */
  #quiet = false
  #listener: MessagePort | null = null
  #serial = 0
  #closed = false

  constructor(report: (report: CaptureReport) => void) {
    this.#report = report
  }

  /** Recording has stopped for good. */
  get closed(): boolean {
    return this.#closed
  }

  /** Adds the next samples of the microphone, at 16 kHz, −1…1. */
  push(samples: Float32Array): void {
    if (this.#closed) return
    if ((this.#engine.talkId !== null || this.#engine.listening) && this.#meter.add(samples)) {
      this.#report({ type: 'level', rms: this.#meter.rms, peak: this.#meter.peak, waveform: this.#meter.waveform })
    }
    this.#engine.push(samples)
  }

  obey(command: CaptureCommand): void {
    switch (command.type) {
      case 'start':
        if (this.#engine.talkId !== command.talkId) this.#begun = command.heard
        this.#engine.start(command.talkId, command.from)
        break
      case 'listen':
        this.#listener?.close()
        this.#listener = command.port
        this.#engine.listen(command.port !== null)
        break
      case 'finish':
        this.#serial = command.serial
        this.#engine.finish(command.tailLength)
        break
      case 'cancel':
        this.#engine.cancel()
        break
      case 'reset':
        this.#quiet = true
        this.#engine.reset()
        this.#quiet = false
        break
      case 'line':
        this.#line = command.port
        break
      case 'close':
        this.#closed = true
        this.#line?.close()
        this.#listener?.close()
        break
    }
  }

  #begin(talkId: string): void {
    this.#begun = true
    this.#post({ name: 'microphone.started', payload: { talkId } })
    this.#report({ type: 'started', talkId })
  }

  #post(message: CaptureChannelMessage): void {
    this.#line?.postMessage(message)
  }
}
