/** Name of the trusted-types policy that lets the page start the worker that tells voices from noise, and nothing else. */
export const voiceWorkerTrust = 'parley-voice-worker'

/** Name of the trusted-types policy that lets the page start the worker that records without an audio context, and nothing else. */
export const trackWorkerTrust = 'parley-track-worker'
