// What an audio worklet's global scope has beside the language; the DOM library leaves it out.

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
  abstract process(inputs: readonly (readonly Float32Array[])[], outputs: readonly (readonly Float32Array[])[]): boolean
}

declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
