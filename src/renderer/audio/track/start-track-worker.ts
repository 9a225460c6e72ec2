import { trackWorkerTrust } from '../../../shared/audio/worker-trust'
import { trustedWorker } from '../trusted-worker'
import workerAddress from './track.worker.ts?worker&url'

/** Starts the worker that records without an audio context. */
export const startTrackWorker = trustedWorker(trackWorkerTrust, workerAddress, 'microphone')
