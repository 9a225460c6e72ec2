/** Hands the samples of the microphone to the page, as s16le. */
class Microphone extends AudioWorkletProcessor {
  process([[samples]]) {
    if (samples !== undefined) {
      const pcm = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767)
      this.port.postMessage(pcm, [pcm.buffer])
    }
    return true
  }
}
registerProcessor('microphone', Microphone)
