/** Name of the Trusted Types policy that lets the page start the voice detection worker, and nothing else. */
export const voiceWorkerTrust = 'parley-voice-worker'

/**
 * Name of the Trusted Types policy that lets the page start the worker that records without an audio context, and
 * nothing else.
 */
export const trackWorkerTrust = 'parley-track-worker'

/** Name of the Trusted Types policy that lets the page start the worker that makes frames, and nothing else. */
export const sightWorkerTrust = 'parley-sight-worker'
