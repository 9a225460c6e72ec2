import { voiceWorkerTrust } from '../../../shared/audio/worker-trust'
import { trustedWorker } from '../trusted-worker'
import workerAddress from './voice.worker.ts?worker&url'

/** Starts the worker that tells voices from noise. It has a policy of its own, which alone may compile WebAssembly. */
export const startVoiceWorker = trustedWorker(voiceWorkerTrust, workerAddress, 'voice')
