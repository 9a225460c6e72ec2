// The globals of an audio worklet, missing in the DOM library.

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
  abstract process(inputs: readonly (readonly Float32Array[])[], outputs: readonly (readonly Float32Array[])[]): boolean
}

declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
