import { CaptureRecorder } from '../capture-recorder'
import { CAPTURE_PROCESSOR, type CaptureCommand } from './messages'

class CaptureProcessor extends AudioWorkletProcessor {
  readonly #recorder = new CaptureRecorder((report) => this.port.postMessage(report))

  constructor() {
    super()
    this.port.onmessage = (event: MessageEvent<CaptureCommand>) => {
      this.#recorder.obey(event.data)
      if (this.#recorder.closed) this.port.close()
    }
  }

  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    const samples = inputs[0]?.[0]
    if (samples) this.#recorder.push(samples)
    return !this.#recorder.closed
  }
}

registerProcessor(CAPTURE_PROCESSOR, CaptureProcessor)
