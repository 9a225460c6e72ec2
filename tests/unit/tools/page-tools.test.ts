import { describe, expect, test } from 'vitest'
import type { Emit } from '../../../src/main/lib/emit'
import { locationTool } from '../../../src/main/tool-calls/tools/get-location'
import { createPageTools, pageTool } from '../../../src/main/tool-calls/tools/page-tools'
import { messageOf } from '../../../src/shared/messages/message'
import { changeBgm } from '../../../src/shared/tools/change-bgm'
import { approvalBench } from '../../support/approval-bench'

function bench() {
  const sent: { name: string; payload: unknown }[] = []
  const emit: Emit = (name, payload) => void sent.push({ name, payload })
  const page = createPageTools(emit)
  const { runner, judge, clock, reports } = approvalBench({ tools: () => [pageTool(changeBgm, page)] })
  const permitted: string[] = []
  const permit = (permission: string) => {
    permitted.push(permission)
    return { dispose: () => void permitted.splice(permitted.indexOf(permission), 1) }
  }
  const location = locationTool(page, { permit })
  const call = { toolCallId: 'call-1', conversationId: 'conversation-1', toolName: 'change_bgm', input: { track: 'rain' } }
  judge.judge(call)
  return { page, sent, runner, clock, call, location, permitted, reports }
}

describe('a tool of the window', () => {
  test('is sent to the page once, and its answer is the result', async () => {
    const { page, sent, runner, call } = bench()
    const outcome = runner.run(call)
    expect(sent).toEqual([
      {
        name: 'tool.run',
        payload: { toolCallId: 'call-1', conversationId: 'conversation-1', name: 'change_bgm', input: { track: 'rain' } },
      },
    ])
    expect(page.settle('call-1', { kind: 'result', output: { playing: 'rain' } })).toMatchObject({ ok: true })
    expect(await outcome).toMatchObject({ kind: 'result', output: { playing: 'rain' }, effect: { en: '“Rain” is playing' } })
    await runner.run(call)
    expect(sent).toHaveLength(1)
  })

  test('that the page could not run returns the page’s text to the model', async () => {
    const { page, runner, call } = bench()
    const outcome = runner.run(call)
    page.settle('call-1', { kind: 'error', errorText: 'There is no sound device.' })
    expect(await outcome).toMatchObject({ kind: 'error', errorText: 'There is no sound device.' })
  })

  test('that the page never answers ends with its time, and the page is notified', async () => {
    const { page, sent, runner, clock, call } = bench()
    const outcome = runner.run(call)
    clock.advance(15_000)
    expect(await outcome).toMatchObject({ kind: 'error', errorText: messageOf('too-slow', { seconds: 15 }) })
    expect(sent.at(-1)).toEqual({ name: 'tool.cancel', payload: { toolCallId: 'call-1' } })
    expect(page.settle('call-1', { kind: 'result', output: { playing: 'rain' } })).toMatchObject({ ok: false })
  })

  test('that is withdrawn is cancelled at the page', async () => {
    const { sent, runner, call } = bench()
    const controller = new AbortController()
    const outcome = runner.run(call, controller.signal)
    controller.abort()
    expect(await outcome).toMatchObject({ kind: 'error', errorText: messageOf('taken-back-and-stopped') })
    expect(sent.at(-1)?.name).toBe('tool.cancel')
  })

  test('that was running when the window was reloaded ends', async () => {
    const { page, runner, call } = bench()
    const outcome = runner.run(call)
    page.pageOpened()
    expect(await outcome).toMatchObject({ kind: 'error', errorText: messageOf('window-reloaded') })
  })

  test('is never a result that the page makes up', async () => {
    const { page, runner, call, reports } = bench()
    const outcome = runner.run(call)
    page.settle('call-1', { kind: 'result', output: { playing: 'something else', paid: true } })
    expect(await outcome).toMatchObject({ kind: 'error', errorText: messageOf('no-result-from-window', { tool: 'change_bgm' }) })
    expect(reports).toEqual([])
  })
})

test('an answer for a call that was never given to the page is refused', () => {
  const { page } = bench()
  expect(page.settle('call-9', { kind: 'result', output: {} })).toMatchObject({ ok: false, error: { code: 'call-not-given' } })
})

test('a second answer for a call is refused', async () => {
  const { page, runner, call } = bench()
  const outcome = runner.run(call)
  expect(page.settle('call-1', { kind: 'result', output: { playing: null } }).ok).toBe(true)
  expect(page.settle('call-1', { kind: 'result', output: { playing: 'rain' } }).ok).toBe(false)
  expect(await outcome).toMatchObject({ output: { playing: null } })
})

describe('the position of the user', () => {
  const context = { toolCallId: 'call-1', conversationId: 'conversation-1', signal: new AbortController().signal }

  test.each([
    ['an answer', { kind: 'result', output: { latitude: 35.01, longitude: 135.77, accuracy: 800 } }],
    ['a refusal', { kind: 'error', errorText: 'The location is not known.' }],
  ] as const)('may be requested only until %s comes', async (_, answer) => {
    const { page, location, permitted } = bench()
    const prepared = location.prepare({})
    if (!prepared.ok) throw new Error(prepared.error.message)
    expect(permitted).toEqual([])
    const outcome = prepared.value.run(context).catch((error: unknown) => error)
    expect(permitted).toEqual(['geolocation'])
    page.settle('call-1', answer)
    await outcome
    expect(permitted).toEqual([])
  })

  test('needs approval first', () => {
    const { location } = bench()
    expect(location.approval).toBe('ask')
  })
})
