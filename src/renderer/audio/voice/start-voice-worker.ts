import { voiceWorkerTrust } from '../../../shared/audio/worker-trust'
import { trustedWorker } from '../trusted-worker'
import workerAddress from './voice.worker.ts?worker&url'

/** Starts the voice detection worker. It has a policy of its own, the only one that allows compiling WebAssembly. */
export const startVoiceWorker = trustedWorker(voiceWorkerTrust, workerAddress, 'voice')
