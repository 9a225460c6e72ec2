import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type InProcessApp, startInProcess } from '../../tests/support/app-in-process'
import { geminiAt } from '../../tests/support/gemini-at'
import { liveRecording, modelSays, type RecordedLine, wordsCome } from '../../tests/support/live-recording'
import { paperDesktop } from '../../tests/support/paper-desktop'
import { sized } from '../lib/sized'
import { benchServer } from './bench-server'

/** ms of each conversation. */
export interface FirstSound {
  readonly without: readonly number[]
  readonly withTools: readonly number[]
}

const CONVERSATIONS = sized(30, 2)

const tenth = Buffer.alloc(2 * 2400).toString('base64')
const sound: RecordedLine = {
  t: 0,
  dir: 'server',
  frame: { serverContent: { modelTurn: { role: 'model', parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: tenth } }] } } },
}

/**
 * Types words in new conversations of two apps in this process, in turns: one has a server of 40 tools. Each conversation opens a session of
 * its own with a simulated service, to which all tools are declared.
 */
export async function firstSounds(): Promise<FirstSound> {
  const service = await startFixtureServer({ fixture: liveRecording('sound', [wordsCome, sound, ...modelSays('Yes.')]), speed: 50 })
  geminiAt(service.baseUrl)
  const environment = { GEMINI_API_KEY: 'a-key-for-tests' }
  const start = (): Promise<InProcessApp> => startInProcess({ fixtures: [], desktop: paperDesktop(), environment })
  const [without, withTools] = [await start(), await start()]
  try {
    await withTools.call('toolServers.save', { server: benchServer('bench'), variables: {} })
    await withTools.until(() => JSON.stringify(withTools.told('toolServers.changed').at(-1) ?? '').includes('"phase":"ready"'))
    const took: { readonly without: number[]; readonly withTools: number[] } = { without: [], withTools: [] }
    // the first one of each reads the client library
    for (let conversation = 0; conversation <= CONVERSATIONS; conversation += 1) {
      const times = [await untilSound(without), await untilSound(withTools)] as const
      if (conversation === 0) continue
      took.without.push(times[0])
      took.withTools.push(times[1])
    }
    return took
  } finally {
    await without.remove()
    await withTools.remove()
    await service.close()
    geminiAt(null)
  }
}

async function untilSound(app: InProcessApp): Promise<number> {
  const { conversationId } = await app.call('conversation.create', null)
  const began = performance.now()
  await app.call('text.send', { conversationId, text: 'Are you there?' })
  await app.until(() => app.told('conversation.status').some((one) => one.conversationId === conversationId && one.activity === 'speaking'))
  const took = performance.now() - began
  await app.call('session.stop', { conversationId })
  return took
}
