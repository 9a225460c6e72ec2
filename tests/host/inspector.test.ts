import { afterEach, describe, expect, it } from 'vitest'
import { type FaultChoice, parseFaultChoice } from '../../src/main/replay/simulator/faults/fault-choice'
import { connectionsOf } from '../../src/shared/inspector/connections'
import type { Inspection } from '../../src/shared/inspector/inspection'
import { waterfallOf } from '../../src/shared/inspector/turn-spans'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { readInspection } from '../support/read-inspection'
import { bundled } from './fixtures/bundled'

let app: InProcessApp | null = null
afterEach(async () => {
  await app?.remove()
  app = null
})

const faultOf = (text: string): FaultChoice => {
  const fault = parseFaultChoice(text)
  if (!fault.ok) throw new Error(fault.error.message)
  return fault.value
}

/** A typed conversation, with every approval answered; resolves after this many answers. */
async function talked(name: string, words: readonly string[], approved: boolean, faults: readonly string[] = []): Promise<string> {
  const running = await startInProcess({ fixtures: [await bundled(name)], speed: 100, faults: faults.map(faultOf) })
  app = running
  const { conversationId } = await running.call('conversation.create', null)
  const over = () =>
    running
      .told('stream.chunk')
      .filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish' && chunk.finishReason !== 'tool-calls').length
  const decided = new Set<string>()
  for (const [index, text] of words.entries()) {
    await running.call('text.send', { conversationId, text })
    await running.until(() => {
      for (const { approvalId, inputHash, state } of running.told('approval.changed')) {
        if (state !== 'requested' || decided.has(approvalId)) continue
        decided.add(approvalId)
        void running.call('approval.decide', { approvalId, inputHash, approved })
      }
      return over() > index
    })
  }
  return conversationId
}

/** What main sent to the page, and what the inspector made of the frames: message, chunk and call of each. */
function both(running: InProcessApp, inspection: Inspection) {
  const told = running
    .told('stream.chunk')
    .map(({ messageId, role, chunk }) => `${role} ${messageId} ${chunk.type} ${String(chunk.toolCallId ?? '')}`)
  const made = inspection.chunks
    .filter(({ type }) => type !== 'data-pcm')
    .map(({ messageId, role, type, toolCallId }) => `${role} ${messageId} ${type} ${toolCallId ?? ''}`)
  return { told, made }
}

describe('the inspector', () => {
  it.each<readonly [string, readonly string[], boolean, readonly string[]]>([
    ['weather', ['Will I need an umbrella in Kanazawa tomorrow?'], true, []],
    ['payment', ['Pay the Hoshino Print invoice.'], true, []],
    ['payment', ['Pay the Hoshino Print invoice.'], false, []],
    ['weather', ['Hello'], true, ['odd-frames', 'network-lost:turn=1,at=answer']],
    ['weather-text', ['Will I need an umbrella in Kanazawa tomorrow?'], true, []],
  ])('makes of the frames of %s exactly the app’s chunks, ids included: %j %s %j', async (name, words, approved, faults) => {
    const conversationId = await talked(name, words, approved, faults)
    if (app === null) throw new Error('no app')
    const inspection = await readInspection(app, conversationId)
    const { told, made } = both(app, inspection)
    expect(told.length).toBeGreaterThan(8)
    expect(made).toEqual(told)
    // every chunk of the answer's own text came from a frame
    const spoken = inspection.chunks.filter(({ type, role }) => type === 'text-delta' && role === 'assistant')
    expect(spoken.filter(({ wire }) => wire === null)).toEqual([])
  })

  it('shows each turn’s times, the model and its tokens, and each connection with its end', async () => {
    const conversationId = await talked('payment', ['Pay the Hoshino Print invoice.'], true)
    if (app === null) throw new Error('no app')
    const inspection = await readInspection(app, conversationId)
    const [turn] = inspection.turns()
    expect(turn?.model).toMatch(/^gemini-/)
    expect(turn?.usage?.output.audio).toBeGreaterThan(0)
    const names = waterfallOf(turn?.times ?? expect.fail('no turn')).spans.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['to-tool-call', 'you-decide', 'to-audio']))
    const [connection] = connectionsOf(inspection.events())
    expect(connection).toMatchObject({ generation: 1, protocol: 'gemini-live', resumed: false, fault: null, malformed: 0 })
    expect(connection?.ready).not.toBeNull()
  })

  it('is notified of growth once after each reading, starts again if its places are forgotten, and gets no key and no handle', async () => {
    const conversationId = await talked('weather', ['My key is AIzaSyCanary0123456789 and "token": "abc\\" def"'], true)
    if (app === null) throw new Error('no app')
    const inspection = await readInspection(app, conversationId)
    const seen = JSON.stringify([inspection.events(), inspection.chunks])
    expect(seen).toContain('sessionResumption')
    expect(seen).not.toContain('AIzaSyCanary')
    expect(seen).not.toMatch(/"newHandle\\*":\s*\\*"(?!\[redacted\])/)
    const grown = () => app?.told('inspector.grew').length ?? 0
    const before = grown()
    await app.call('text.send', { conversationId, text: 'And once more' })
    await app.until(() => grown() > before)
    const last = inspection.events().at(-1)?.index ?? 0
    await app.call('conversation.remove', { conversationId })
    await app.call('storage.wipe', null)
    const empty = await app.call('inspector.read', { conversationId, fromEvent: last + 1, fromStep: 1 })
    expect(empty).toMatchObject({ events: [], steps: [], more: false, lost: true, nextEvent: 0, nextStep: 0 })
  })
})
