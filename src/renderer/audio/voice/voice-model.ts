import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm'
import { WINDOW_LENGTH } from '../../../shared/audio/speech-detector'

/** Samples of the previous window that the model gets again. Without them it detects almost nothing. */
const CONTEXT_LENGTH = 64
const STATE_SHAPE = [2, 1, 128] as const

/** Returns the likelihood of a voice in a window of sound. One call at a time, in the order of the sound. */
export interface VoiceModel {
  /** 512 samples (−1…1) at 16 kHz → 0…1. */
  likelihood(window: Float32Array): Promise<number>
  /** The next window does not continue the previous one. */
  reset(): void
  close(): Promise<void>
}

/**
 * Loads the Silero model (version 6) into ONNX Runtime. `runtime`: its compiled code; without it, the runtime finds its
 * own.
 */
export async function loadVoiceModel(model: Uint8Array, runtime?: ArrayBuffer): Promise<VoiceModel> {
  // one thread: more would need shared memory, for a millisecond of work
  env.wasm.numThreads = 1
  env.logLevel = 'error'
  if (runtime !== undefined) env.wasm.wasmBinary = runtime
  const session = await InferenceSession.create(model, { executionProviders: ['wasm'] })
  const rate = new Tensor('int64', BigInt64Array.of(16_000n), [])
  const input = new Float32Array(CONTEXT_LENGTH + WINDOW_LENGTH)
  let state = emptyState()

  return {
    async likelihood(window) {
      input.copyWithin(0, input.length - CONTEXT_LENGTH)
      input.set(window, CONTEXT_LENGTH)
      const { output, stateN } = await session.run({ input: new Tensor('float32', input, [1, input.length]), state, sr: rate })
      if (stateN === undefined || output === undefined) throw new Error('the model gives no answer')
      state = stateN
      return Number(output.data[0])
    },
    reset() {
      input.fill(0)
      state = emptyState()
    },
    close: () => session.release(),
  }
}

function emptyState(): Tensor {
  return new Tensor('float32', new Float32Array(256), STATE_SHAPE)
}
