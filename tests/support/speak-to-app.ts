import type { InProcessApp } from './app-in-process'

/** Presses the talk key of a running app and returns the talk, whose microphone is on. */
export async function beginTalk(app: InProcessApp): Promise<string> {
  await app.call('talk.press', null)
  const talkId = (): string | null => {
    const state = app.told('talk.state').at(-1)
    return state === undefined || state.phase === 'idle' || state.phase === 'open' ? null : state.talkId
  }
  await app.until(() => talkId() !== null)
  const talk = talkId()
  if (talk === null) throw new Error('the talk key did nothing')
  await app.call('microphone.started', { talkId: talk })
  return talk
}

/** 20 ms of sound, every byte of it `value`. */
export async function sayFrame(app: InProcessApp, talkId: string, value: number): Promise<void> {
  await app.call('microphone.frame', { talkId, pcm: new Uint8Array(640).fill(value) })
}

/** Releases the talk key; resolves when the last sound is recorded. */
export async function endTalk(app: InProcessApp, talkId: string): Promise<void> {
  await app.call('talk.release', null)
  await app.call('microphone.ended', { talkId })
  await app.until(() => app.told('talk.state').at(-1)?.phase === 'idle')
}
