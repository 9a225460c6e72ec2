import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { modelText } from '../../src/shared/messages/message'
import { musicHeard } from '../support/music-tap'
import { ways } from '../support/tool-scene'
import { startToolStage, type ToolStage } from '../support/tool-stage'

let stage: ToolStage

beforeAll(async () => {
  stage = await startToolStage({ settings: { approvalSeconds: 120 } })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await stage.report(task.name)
})
afterAll(() => stage?.close())

const kyoto = { latitude: 35.011_636, longitude: 135.768_029, accuracy: 12 }

describe.each(ways)('tools that are called, %s,', (way) => {
  it('run in one step, in main and in the window, while another waits for approval; then the model continues once', async () => {
    const scene = await stage.open('quiet-evening')
    const { page } = scene
    await scene.ask(way)
    const card = await scene.cards(1)
    // the rain really plays, and the other calls are answered, before the approval is
    await page.getByRole('button', { name: 'Stop the music: Rain' }).waitFor()
    await musicHeard(page)
    await scene.server.waitFor(() => Object.values(scene.statuses()).filter((all) => all.at(-1) === 'done').length === 2)
    expect(await scene.paid()).toEqual([])
    await card.getByRole('button', { name: 'Allow once' }).click()
    await scene.hear('It is cloudy, the rain plays, and Aoba Freight is paid.')

    expect(scene.statuses()).toEqual({
      'function-call-2200311': ['done'],
      'function-call-2200312': ['done'],
      'function-call-2200313': ['waiting', 'done'],
    })
    const { parts, answers } = await scene.thread()
    expect(parts).toMatchObject([
      { toolName: 'get_weather', state: 'output-available', output: { source: 'open-meteo', place: 'Kyoto' } },
      { toolName: 'change_bgm', state: 'output-available', output: { playing: 'rain' } },
      { toolName: 'process_payment', state: 'output-available', output: { amount: 12_400 } },
    ])
    expect(answers).toBe(1)
    expect(await scene.paid()).toEqual([12_400])
    await page.getByRole('button', { name: 'Stop the music: Rain' }).click()
    await page.getByRole('button', { name: 'Stop the music: Rain' }).waitFor({ state: 'detached' })
  })

  it('return the user’s position after a yes, as exact as requested', async () => {
    const scene = await stage.open('where-am-i')
    if (stage.app.electron === null) await scene.page.context().grantPermissions(['geolocation'])
    await scene.page.context().setGeolocation(kyoto)
    await scene.ask(way)
    const card = await scene.cards(1)
    await card.getByText('Share your approximate location (about 1 km) with Gemini?').waitFor()
    await card.getByRole('button', { name: 'Allow once' }).click()
    await scene.hear('You are in Kyoto.')
    await scene.page.getByText('shared your location, to about 800 m').waitFor()
    expect(scene.told().at(-1)?.response).toEqual({ status: 'done', result: { latitude: 35.01, longitude: 135.77, accuracy: 800 } })
    // the user's position is stored in the thread, which only they read, and not in the trail, which they may pass on
    expect(JSON.stringify(await scene.call('audit.list', { conversationId: scene.conversationId, limit: 500 }))).not.toContain('35.01')
  })

  it('report an unknown position', async () => {
    // a page remembers its last position for a minute
    await stage.app.page.reload()
    const scene = await stage.open('where-am-i')
    if (stage.app.electron === null) await scene.page.context().grantPermissions(['geolocation'])
    await scene.page.context().setGeolocation(null)
    await scene.ask(way)
    await (await scene.cards(1)).getByRole('button', { name: 'Allow once' }).click()
    await scene.hear('I could not find out where you are.')
    await scene.page.getByText(/failed: The location is not known: .* no location service that answers\./).waitFor()
    expect(scene.told().at(-1)?.response).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Ask the user where they are.'),
    })
    expect((await scene.story()).at(-1)).toBe('get_location failed')
  })

  it('are not run if they do not exist or the arguments are invalid: the model gets what to correct, and it is recorded', async () => {
    const scene = await stage.open('impossible-calls')
    await scene.ask(way)
    await scene.hear('I can not do that.')
    const [unknown, unfit, ...more] = scene.told()
    expect(unknown).toMatchObject({ name: 'empty_account', response: { status: 'failed' } })
    expect(unknown?.response.error).toMatch(/^There is no such tool\. The tools are: process_payment, /)
    expect(unfit).toMatchObject({ name: 'process_payment', response: { status: 'failed' } })
    expect(unfit?.response.error).toMatch(/process_payment was not run: amount: .*Correct the arguments/)
    expect(more).toEqual([])
    expect((await scene.thread()).parts).toMatchObject([{ state: 'output-error' }, { state: 'output-error' }])
    await scene.page.getByRole('button', { name: /empty_account.*failed: /s }).waitFor()
    expect(await scene.page.locator('[data-approval]').count()).toBe(0)
    expect(await scene.paid()).toEqual([])
    expect(await scene.story()).toEqual([
      'empty_account requested',
      'empty_account refused by nobody',
      'process_payment requested',
      'process_payment refused by nobody',
    ])
  })
})

describe('a page can’t', () => {
  it('answer with a forged approval, with changed arguments, or twice: refused and recorded, and the approval stays open', async () => {
    const scene = await stage.open('after-delivery')
    await scene.ask('typed')
    const card = await scene.cards(1)
    const [question] = (await scene.call('app.bootstrap', null)).approvals
    const { approvalId = '', inputHash = '' } = question ?? {}
    const forged = { approvalId: 'approval-forged', inputHash, approved: true }
    expect(await scene.refusal('approval.decide', forged)).toBe('approval-unknown')
    expect(await scene.refusal('approval.decide', { approvalId, inputHash: '0'.repeat(64), approved: true })).toBe('approval-changed')
    expect(await scene.paid()).toEqual([])
    await card.getByRole('button', { name: 'Deny' }).click()
    await scene.hear('Then I wait for the delivery.')
    expect(await scene.refusal('approval.decide', { approvalId, inputHash, approved: true })).toBe('approval-decided')
    expect(Object.values(scene.statuses())).toEqual([['waiting', 'denied']])
    expect(await scene.paid()).toEqual([])
    const { entries } = await scene.call('audit.list', { kind: 'decided', limit: 10 })
    const refused = entries.flatMap(({ event, subject }) =>
      event.kind === 'decided' && event.decision === 'refused'
        ? [`${subject.approvalId === approvalId} ${modelText(event.reason ?? '').split(':')[0]}`]
        : [],
    )
    expect(refused.slice(0, 3)).toEqual(['true approval-decided', 'true approval-changed', 'false approval-unknown'])
  })

  it('return the output of a call that was not allowed: refused and recorded, and the denial stays', async () => {
    const scene = await stage.open('where-am-i')
    await scene.ask('typed')
    const card = await scene.cards(1)
    const [question] = (await scene.call('app.bootstrap', null)).approvals
    const outcome = { kind: 'result', output: { latitude: 1, longitude: 2, accuracy: 3 } } as const
    const { toolCallId = '' } = question ?? {}
    expect(await scene.refusal('tool.settle', { toolCallId, outcome })).toBe('call-not-given')
    expect(Object.values(scene.statuses())).toEqual([['waiting']])
    await card.getByRole('button', { name: 'Deny' }).click()
    await scene.hear('Then tell me the town yourself.')
    expect(await scene.refusal('tool.settle', { toolCallId, outcome })).toBe('call-not-given')
    expect(Object.values(scene.statuses())).toEqual([['waiting', 'denied']])
    expect((await scene.thread()).parts).toMatchObject([{ state: 'output-denied' }])
    expect(await scene.story()).toEqual([
      'get_location requested',
      'get_location asked by rule',
      'get_location refused by nobody',
      'get_location denied by user',
      'get_location refused by nobody',
    ])
  })

  it('leave a call without an end: if the window is reloaded, the model learns that its end is unknown', async () => {
    await stage.app.page.reload()
    const scene = await stage.open('quiet-evening')
    const { page } = scene
    await page.evaluate(() => {
      // the file of the music never arrives
      window.fetch = () => new Promise(() => undefined)
    })
    await scene.ask('typed')
    await scene.cards(1)
    await page.getByRole('button', { name: /change_bgm.*is running/s }).waitFor()
    await page.reload()
    await expect.poll(() => scene.statuses()['function-call-2200312']).toEqual(['failed'])
    await page.getByText(/failed: The window was reloaded while the call ran, so its outcome is not known\./).waitFor()
    expect(await scene.story()).toContain('change_bgm failed')
    await (await scene.cards(1)).getByRole('button', { name: 'Deny' }).click()
    await scene.hear('It is cloudy, the rain plays, and nothing is paid.')
    expect(await scene.paid()).toEqual([])
  })
})
