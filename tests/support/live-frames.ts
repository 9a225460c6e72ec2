import type { Outgoing } from '../../src/main/models/live/outbox'

/** Short inputs of a user and frames of a server, for tests of the session. */
export const start: Outgoing = { type: 'activity-start' }
export const end: Outgoing = { type: 'activity-end' }
export const text = (words: string): Outgoing => ({ type: 'text', text: words })
export const audio = (...bytes: number[]): Outgoing => ({ type: 'audio', pcm: Uint8Array.from(bytes) })
export const answer = (modelCallId: string | null, name = 'pay'): Outgoing => ({
  type: 'tool-responses',
  responses: [{ modelCallId, name, response: { output: 'done' } }],
})
export const waiting = (modelCallId: string): Outgoing => ({
  type: 'tool-responses',
  responses: [{ modelCallId, name: 'pay', response: { status: 'waiting' }, willContinue: true, scheduling: 'SILENT' }],
})

export const call = (id: string | null, name = 'pay') => ({ toolCall: { functionCalls: [{ ...(id !== null && { id }), name, args: {} }] } })
export const speech = { serverContent: { modelTurn: { parts: [{ text: 'Hi' }] } } }
export const generated = { serverContent: { generationComplete: true } }
export const complete = { serverContent: { turnComplete: true } }
export const interrupted = { serverContent: { interrupted: true } }
export const handle = (newHandle: string) => ({ sessionResumptionUpdate: { newHandle, resumable: true } })
export const heard = (words: string) => ({ serverContent: { inputTranscription: { text: words } } })
