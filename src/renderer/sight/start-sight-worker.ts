import { sightWorkerTrust } from '../../shared/audio/worker-trust'
import { trustedWorker } from '../audio/trusted-worker'
import workerAddress from './sight.worker.ts?worker&url'

/** Starts the worker that makes frames. */
export const startSightWorker = trustedWorker(sightWorkerTrust, workerAddress, 'sight')
