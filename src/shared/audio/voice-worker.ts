/** Name of the one trusted-types policy of the page: it lets the page start the worker that tells voices from noise, and nothing else. */
export const voiceWorkerTrust = 'parley-voice-worker'
