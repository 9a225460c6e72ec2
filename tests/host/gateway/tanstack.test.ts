import { fetchServerSentEvents } from 'legacy-tanstack-ai-client'
import { expect, test } from 'vitest'
import { copied, type GatewayRig, modelCall, startGateway } from '../../support/gateway-rig'
import { jumpingClock } from '../../support/jumping-clock'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

interface Told {
  readonly type: string
  readonly toolCallId?: string
  readonly toolCall?: { readonly id: string; readonly function: { readonly name: string } }
  readonly approval?: { readonly id: string }
  readonly content?: string
}

/** Reads a stream with the older client's own connection, while answers go another way. */
function follow(rig: GatewayRig, data: object) {
  const chunks: Told[] = []
  const waiting = new Set<() => void>()
  const connection = fetchServerSentEvents(`${rig.url}/api/tanstack/chat`, { headers: { ...rig.headers } })
  const done = (async () => {
    for await (const told of connection.connect([{ role: 'user', content: 'Do it.' }], data)) {
      chunks.push(told)
      for (const look of [...waiting]) look()
    }
  })()
  return {
    chunks,
    done,
    until: (type: string) =>
      new Promise<Told>((resolve) => {
        const look = (): void => {
          const found = chunks.find((one) => one.type === type)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

async function goOn(rig: GatewayRig, body: object): Promise<number> {
  const response = await fetch(`${rig.url}/api/continuation`, {
    method: 'POST',
    headers: { ...rig.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.text()
  return response.status
}

test('one stream stays open over an approval and a run of the client, in the order of the contract', async () => {
  const rig = await startGateway({
    fixtures: [
      textRecording([words, chunk(modelCall('where', 'get_location', {})), finish(), answer('where'), says('You are there.'), finish()]),
    ],
  })
  const stream = follow(rig, { run_id: 'run-1' })
  const asked = await stream.until('approval-requested')
  expect(await goOn(rig, { run_id: 'run-1', approvals: { 'approval-of-nobody': true } })).toBe(409)
  expect(await goOn(rig, { run_id: 'run-2', approvals: { [asked.approval?.id ?? '']: true } })).toBe(404)
  expect(await goOn(rig, { run_id: 'run-1', tool_results: { [asked.toolCallId ?? '']: { latitude: 1, longitude: 2, accuracy: 3 } } })).toBe(
    409,
  )
  expect(await goOn(rig, { run_id: 'run-1', approvals: { [asked.approval?.id ?? '']: true } })).toBe(200)
  const given = await stream.until('tool-input-available')
  const output = JSON.stringify({ latitude: 35, longitude: 135, accuracy: 900 })
  expect(await goOn(rig, { runId: 'run-1', toolResults: [{ toolCallId: given.toolCallId, output }] })).toBe(200)
  await stream.done
  const types = stream.chunks.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])
  expect(types).toEqual(['tool_call', 'approval-requested', 'tool-input-available', 'tool_result', 'content', 'done'])
  expect(stream.chunks.findLast(({ type }) => type === 'content')?.content).toBe('You are there.')
})

test('an approval survives a restart: it is answered by its run, in time and not after', async () => {
  const clock = jumpingClock()
  const fixtures = [
    textRecording([words, chunk(modelCall('copy', 'write_clipboard', copied)), finish(), answer('copy'), says('Copied.'), finish()]),
  ]
  const before = await startGateway({ fixtures, clock, limits: { closing: 20 } })
  const stream = follow(before, { run_id: 'run-1' })
  const asked = await stream.until('approval-requested')
  stream.done.catch(() => undefined)
  await before.app.stop()

  const after = await startGateway({ fixtures, clock, userDataFolder: before.app.userDataFolder, name: 'second' })
  const rig = { ...after, headers: before.headers }
  expect(await goOn(rig, { run_id: 'run-1', approvals: [{ approvalId: asked.approval?.id, approved: true }] })).toBe(200)
  const taken = await fetch(`${rig.url}/api/tanstack/chat?run_id=run-1`, { headers: before.headers })
  const text = await taken.text()
  expect(text).toContain('"type":"tool_result"')
  expect(text.trimEnd().endsWith('[DONE]')).toBe(true)
  expect(after.app.told('approval.changed').map(({ state }) => state)).toEqual(['approved', 'executing', 'done'])
  clock.jump(3_600_001)
  expect(await goOn(rig, { run_id: 'run-1', approvals: { [asked.approval?.id ?? '']: true } })).toBe(404)
})

test('an approval of a client’s tool survives a restart: after the yes the client gets the call, and its output counts once', async () => {
  const fixtures = [
    textRecording([words, chunk(modelCall('where', 'get_location', {})), finish(), answer('where'), says('You are there.'), finish()]),
  ]
  const before = await startGateway({ fixtures, limits: { closing: 20 } })
  const stream = follow(before, { run_id: 'run-1' })
  const asked = await stream.until('approval-requested')
  stream.done.catch(() => undefined)
  await before.app.stop()

  const after = await startGateway({ fixtures, userDataFolder: before.app.userDataFolder, name: 'second' })
  const rig = { ...after, headers: before.headers }
  const output = { latitude: 35, longitude: 135, accuracy: 900 }
  const result = { run_id: 'run-1', tool_results: { [asked.toolCallId ?? '']: output } }
  expect(await goOn(rig, result)).toBe(409)
  expect(await goOn(rig, { run_id: 'run-1', approvals: { [asked.approval?.id ?? '']: true } })).toBe(200)
  await after.app.until(() => after.app.told('approval.changed').some(({ state }) => state === 'executing'))
  expect(await goOn(rig, result)).toBe(200)
  expect(await goOn(rig, result)).toBe(409)
  const text = await (await fetch(`${rig.url}/api/tanstack/chat?run_id=run-1`, { headers: before.headers })).text()
  expect(text).toContain('35')
  expect(text.trimEnd().endsWith('[DONE]')).toBe(true)
  expect(after.app.told('tool.run')).toEqual([])
})
