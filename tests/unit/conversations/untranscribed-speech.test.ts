import { describe, expect, it } from 'vitest'
import { textContents } from '../../../src/main/models/text/text-contents'
import { threadHistory } from '../../../src/main/models/thread-history'
import { readWav } from '../../../src/shared/audio/wav'
import type { FixtureStep } from '../../../src/shared/fixtures/fixture'
import { oneAnswer, type SimulatedConversation, simulatedConversation } from '../../support/simulated-conversation'

const [spoken, ...answer] = oneAnswer
const heard = { serverContent: { inputTranscription: { text: 'What is the weather?' } } }
/** The question is transcribed, then answered. */
const steps: readonly FixtureStep[] = [...(spoken === undefined ? [] : [spoken]), { kind: 'send', afterMs: 50, frame: heard }, ...answer]
const frozen = { fault: 'stall', times: 9 } as const

/** Each message as its text, or as the length of the sound that it shows instead. */
const lines = ({ conversation }: SimulatedConversation) =>
  conversation.messages().map(({ role, parts }) =>
    parts.reduce((line, part) => {
      if (part.type === 'text') return `${line} ${part.text}`
      return part.type === 'data-speech' && part.data.shown ? `${line} (${part.data.durationMs} ms)` : line
    }, `${role}:`),
  )
const sounds = ({ store }: SimulatedConversation) =>
  store.attachments.list('conversation-1').map(({ attachmentId, mediaType }) => {
    const read = readWav(store.attachments.content('conversation-1', attachmentId) ?? new Uint8Array())
    return { mediaType, samples: read.ok ? read.value.samples.length : null }
  })
async function stop({ conversation, clock }: SimulatedConversation): Promise<void> {
  const stopped = conversation.stopSession('withdraw')
  await clock.run(1_000)
  await stopped
}
const userMessage = ({ conversation }: SimulatedConversation) => conversation.messages().find(({ role }) => role === 'user')

describe('speech into a frozen session', () => {
  it('keeps its line, with its sound, while it is asked again and after it failed, and gets its text in that line by a retry', async () => {
    const scene = simulatedConversation({ faults: [frozen], steps })
    scene.speak()
    await scene.clock.run(200_000)
    expect(scene.connections()).toBe(2)
    expect(lines(scene)).toEqual(['user: (500 ms)'])
    await scene.clock.run(400_000)
    expect(scene.status()).toMatchObject({ session: { phase: 'failed', cause: 'timeout' } })
    expect(lines(scene)).toEqual(['user: (500 ms)'])
    expect(sounds(scene)).toEqual([{ mediaType: 'audio/wav', samples: 8_000 }])
    const line = userMessage(scene)
    expect(line?.metadata?.voice).toMatchObject({ durationMs: 500 })

    scene.calmDown()
    scene.conversation.retry()
    await scene.clock.run(5_000)
    expect(lines(scene)).toEqual(['user: What is the weather?', 'assistant: It is sunny.'])
    expect(userMessage(scene)?.id).toBe(line?.id)
    expect(sounds(scene)).toEqual([])
    expect(scene.violations()).toEqual([])
  })

  it('keeps its line when the session is ended, and gets its text there when it is sent again', async () => {
    const scene = simulatedConversation({ faults: [frozen], steps })
    scene.speak()
    await scene.clock.run(10_000)
    await stop(scene)
    expect(lines(scene)).toEqual(['user: (500 ms)'])
    expect(scene.status()).toMatchObject({ unsentSpeechMs: 500 })
    const line = userMessage(scene)
    scene.calmDown()
    scene.conversation.retry()
    await scene.clock.run(5_000)
    expect(lines(scene)).toEqual(['user: What is the weather?', 'assistant: It is sunny.'])
    expect(userMessage(scene)?.id).toBe(line?.id)
    expect(sounds(scene)).toEqual([])
  })

  it('keeps its only line while it is sent again in vain', async () => {
    const scene = simulatedConversation({ faults: [frozen], steps })
    scene.speak()
    await scene.clock.run(10_000)
    await stop(scene)
    scene.conversation.retry()
    await scene.clock.run(10_000)
    await stop(scene)
    expect(lines(scene)).toEqual(['user: (500 ms)'])
    expect(sounds(scene)).toHaveLength(1)
  })

  it('has its line when the user stops the wait', async () => {
    const scene = simulatedConversation({ faults: [frozen], steps })
    scene.speak()
    await scene.clock.run(20_000)
    expect(scene.status()).toMatchObject({ activity: 'thinking' })
    scene.conversation.interrupt()
    expect(scene.status()).toMatchObject({ activity: 'idle' })
    expect(lines(scene)).toEqual(['user: (500 ms)'])
    await scene.clock.run(600_000)
    expect(scene.status()).toMatchObject({ activity: 'idle', session: { phase: 'ready' } })
    expect([scene.nudges(), scene.connections()]).toEqual([0, 1])
  })

  it('is removed from the thread and from the disk when the user discards it', async () => {
    const scene = simulatedConversation({ faults: [frozen], steps })
    scene.speak()
    await scene.clock.run(10_000)
    await stop(scene)
    scene.conversation.dropSpeech()
    expect(lines(scene)).toEqual(['user:'])
    expect(sounds(scene)).toEqual([])
    expect(scene.status().unsentSpeechMs).toBe(0)
  })

  it('has its line without the sound if the disk is full', async () => {
    const full = () => {
      throw new Error('SQLITE_FULL')
    }
    const scene = simulatedConversation({
      faults: [frozen],
      steps,
      storeOver: (store) => ({ ...store, attachments: { ...store.attachments, add: full } }),
    })
    scene.speak()
    await scene.clock.run(10_000)
    await stop(scene)
    expect(lines(scene)).toEqual(['user: (500 ms)'])
    expect(sounds(scene)).toEqual([])
  })

  it('is sent to no model as a file or as text', async () => {
    const scene = simulatedConversation({ faults: [frozen], steps })
    scene.speak()
    await scene.clock.run(10_000)
    await stop(scene)
    const messages = scene.conversation.messages()
    expect(threadHistory(messages, new Set(), () => null)).toEqual([])
    const history = { messages, contentsOf: () => undefined, editedInputOf: () => null, answerOf: () => undefined }
    expect(textContents(history, { form: 'verbatim', characters: 1000, nudge: 'Go on.', forPictures: false })).toEqual([
      { role: 'user', parts: [{ text: 'Go on.' }] },
    ])
  })
})

describe('transcribed speech', () => {
  it('never shows its sound: a transcript in time is shown alone, and no sound is stored', async () => {
    const scene = simulatedConversation({ steps })
    scene.speak()
    await scene.clock.run(5_000)
    await stop(scene)
    expect(lines(scene)).toEqual(['user: What is the weather?', 'assistant: It is sunny.'])
    expect(userMessage(scene)?.parts.map(({ type }) => type)).toEqual(['text'])
    expect(sounds(scene)).toEqual([])
  })
})
