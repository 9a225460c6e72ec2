import { describe, expect, test } from 'vitest'
import { createNoticeService } from '../../../src/main/lib/notices'
import { notifyAsChosen } from '../../../src/main/platform/notifications/notify-as-chosen'
import { openMemoryStore, openStore } from '../../../src/main/storage/database/open-store'
import type { TimerTable } from '../../../src/main/storage/database/timer-table'
import { createTimerScopes, timerTools } from '../../../src/main/tool-calls/tools/timer-tools'
import { announceTimer } from '../../../src/main/tool-calls/tools/timers/announce-timer'
import { type RungTimer, startTimerService } from '../../../src/main/tool-calls/tools/timers/timer-service'
import { inEveryLanguage } from '../../../src/shared/i18n/translator'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'
import { countingIds } from '../../../src/shared/lib/ids'
import type { JsonObject } from '../../../src/shared/lib/json'
import { durationText } from '../../../src/shared/text/duration'
import { createFakeClock, type FakeClock } from '../../support/fake-clock'
import { paperDesktop } from '../../support/paper-desktop'
import { tempFolder } from '../../support/temp-folder'

function serviceOver(table: TimerTable, clock: FakeClock, ring?: (timer: RungTimer) => void) {
  const rung: RungTimer[] = []
  const reports: unknown[] = []
  const service = startTimerService({
    table,
    clock,
    newId: countingIds(),
    ring: ring ?? ((timer) => void rung.push(timer)),
    report: (error) => void reports.push(error),
  })
  const tools = new Map(timerTools(service, clock, () => () => true).map((tool) => [tool.name, tool]))
  let calls = 0
  async function call(name: string, input: JsonObject, toolCallId = `call-${++calls}`) {
    const prepared = tools.get(name)?.prepare(input)
    if (prepared?.ok !== true) throw new Error(prepared?.error.message)
    return prepared.value.run({ toolCallId, conversationId: 'conversation-1', signal: new AbortController().signal })
  }
  return { service, rung, reports, call, tools }
}

function bench() {
  const clock = createFakeClock(Date.UTC(2026, 10, 27, 14))
  const { timers } = openMemoryStore({ clock, unreadable: () => {} })
  return { clock, table: timers, ...serviceOver(timers, clock) }
}

describe('a timer', () => {
  test('rings once, when its time is over', async () => {
    const { call, clock, rung } = bench()
    expect(await call('set_timer', { label: 'tea', seconds: 300 })).toMatchObject({ status: 'set', endsAt: '2026-11-27T14:05:00.000Z' })
    clock.advance(299_999)
    expect(rung).toEqual([])
    clock.advance(1)
    clock.advance(86_400_000)
    expect(rung).toEqual([{ label: 'tea', endsAt: Date.UTC(2026, 10, 27, 14, 5), late: false }])
  })

  test('rings within seconds after the computer woke, if its time passed during sleep, and says that it is late', async () => {
    const { call, clock, rung } = bench()
    await call('set_timer', { label: 'tea', seconds: 300 })
    await call('set_timer', { label: 'bread', seconds: 3600 })
    clock.advance(60_000)
    clock.sleep(1_800_000)
    clock.advance(10_000)
    expect(rung).toEqual([{ label: 'tea', endsAt: Date.UTC(2026, 10, 27, 14, 5), late: true }])
    clock.advance(1_730_000)
    expect(rung.map(({ label, late }) => [label, late])).toEqual([
      ['tea', true],
      ['bread', false],
    ])
  })

  test('of a week rings when its time is over', async () => {
    const { call, clock, rung } = bench()
    await call('set_timer', { label: 'water the plants', seconds: 604_800 })
    clock.advance(604_799_000)
    expect(rung).toEqual([])
    clock.advance(1000)
    expect(rung).toHaveLength(1)
  })

  test('is listed with its remaining time, the next one first', async () => {
    const { call, clock } = bench()
    await call('set_timer', { label: 'pasta', seconds: 600 })
    await call('set_timer', { label: 'tea', seconds: 300 })
    clock.advance(60_000)
    expect(await call('list_timers', {})).toEqual({
      timers: [
        { label: 'tea', endsAt: '2026-11-27T14:05:00.000Z', secondsLeft: 240 },
        { label: 'pasta', endsAt: '2026-11-27T14:10:00.000Z', secondsLeft: 540 },
      ],
    })
  })

  test('that is cancelled by its label, in any spelling, never rings', async () => {
    const { call, clock, rung } = bench()
    await call('set_timer', { label: 'Tea', seconds: 300 })
    expect(await call('cancel_timer', { label: ' ｔｅａ ' })).toEqual({ status: 'cancelled', label: 'Tea' })
    clock.advance(400_000)
    expect(rung).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  test('with a label of another one is refused, until that one is over', async () => {
    const { call, clock } = bench()
    await call('set_timer', { label: 'tea', seconds: 300 })
    await expect(call('set_timer', { label: 'TEA', seconds: 10 })).rejects.toThrow('A timer with the label tea runs until')
    clock.advance(300_000)
    expect(await call('set_timer', { label: 'tea', seconds: 10 })).toMatchObject({ status: 'set' })
  })

  test('that does not exist can’t be cancelled, and the model gets those that do', async () => {
    const { call } = bench()
    await expect(call('cancel_timer', { label: 'tea' })).rejects.toThrow('No timers are running.')
    await call('set_timer', { label: 'pasta', seconds: 300 })
    await expect(call('cancel_timer', { label: 'tea' })).rejects.toThrow('The running timers are: pasta.')
  })

  test('is set once by one call, however often that is run', async () => {
    const { call, clock, rung, tools } = bench()
    const first = await call('set_timer', { label: 'tea', seconds: 300 }, 'call-x')
    clock.advance(1000)
    expect(await call('set_timer', { label: 'tea', seconds: 300 }, 'call-x')).toEqual(first)
    expect(tools.get('set_timer')?.recall('call-x')).toEqual(first)
    clock.advance(600_000)
    expect(rung).toHaveLength(1)
  })

  test.each([0, -5, 1.5, 604_801])('of %s seconds is refused', (seconds) => {
    expect(bench().tools.get('set_timer')?.prepare({ label: 'tea', seconds })).toMatchObject({ ok: false })
  })
})

describe('a restart', () => {
  function open(folder: string, clock: FakeClock) {
    const opened = openStore(folder, { clock, unreadable: () => {} })
    if (!opened.ok) throw new Error(opened.error.message)
    return opened.value.store
  }

  test('keeps a timer, which rings when its time is over', async () => {
    const folder = tempFolder()
    const clock = createFakeClock()
    const before = open(folder, clock)
    const first = serviceOver(before.timers, clock)
    await first.call('set_timer', { label: 'tea', seconds: 300 })
    first.service.close()
    before.close()
    clock.advance(100_000)
    const after = open(folder, clock)
    const second = serviceOver(after.timers, clock)
    clock.advance(199_999)
    expect(second.rung).toEqual([])
    clock.advance(1)
    expect(second.rung).toMatchObject([{ label: 'tea', late: false }])
    expect(first.rung).toEqual([])
    after.close()
  })

  test('reports at once a timer that ended meanwhile, and only the first time', async () => {
    const { call, clock, table, service } = bench()
    await call('set_timer', { label: 'tea', seconds: 300 })
    service.close()
    clock.advance(900_000)
    const second = serviceOver(table, clock)
    clock.advance(0)
    expect(second.rung).toMatchObject([{ label: 'tea', late: true }])
    second.service.close()
    const third = serviceOver(table, clock)
    clock.advance(1000)
    expect(third.rung).toEqual([])
  })

  test('rings again if the notification failed before it was stored', async () => {
    const { call, clock, table, service } = bench()
    await call('set_timer', { label: 'tea', seconds: 300 })
    service.close()
    const failing = serviceOver(table, clock, () => {
      throw new Error('no screen')
    })
    clock.advance(300_000)
    expect(failing.reports).toHaveLength(1)
    const second = serviceOver(table, clock)
    clock.advance(0)
    expect(second.rung).toHaveLength(1)
  })
})

describe('a timer that is over', () => {
  test('is reported by the system and by a notice that stays, and no label is lost', () => {
    const notices = createNoticeService(countingIds(), () => {})
    const told: string[] = []
    const desktop = paperDesktop({
      notify({ title }) {
        told.push(title)
        return { dispose: () => undefined }
      },
    })
    const telling = { notices, notify: notifyAsChosen(desktop, () => defaultSettings), locale: () => 'en' }
    announceTimer(telling, { label: 'tea', endsAt: 0, late: false })
    announceTimer(telling, { label: 'pasta', endsAt: 0, late: false })
    announceTimer(telling, { label: 'bread', endsAt: 0, late: true })
    expect(notices.list().map(({ kind, detail }) => [kind, detail])).toEqual([
      ['timer-ended', 'tea · pasta'],
      ['timer-missed', 'bread'],
    ])
    expect(told).toEqual(['Time’s up: tea', 'Time’s up: pasta', 'Time’s up: bread'])
  })

  test('is reported only by the notice without a desktop', () => {
    const notices = createNoticeService(countingIds(), () => {})
    announceTimer(
      { notices, notify: notifyAsChosen(null, () => defaultSettings), locale: () => 'ja' },
      { label: '紅茶', endsAt: 0, late: false },
    )
    expect(notices.list()).toHaveLength(1)
  })
})

test.each([
  [45, '45 s', '45秒'],
  [300, '5 min', '5分'],
  [3900, '1 h 5 min', '1時間5分'],
  [0, '0 s', '0秒'],
])('%i s are written as %s', (seconds, en, ja) => {
  expect(inEveryLanguage((i18n) => durationText(seconds, i18n))).toEqual({ en, ja })
})

test('a program lists, ends and is notified of the timers that it set, and of no others of this computer', async () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 27, 14))
  const { timers } = openMemoryStore({ clock, unreadable: () => {} })
  const service = startTimerService({ table: timers, clock, newId: countingIds(), ring: () => {}, report: () => {} })
  const madeIn = new Map<string, string>()
  const scopes = createTimerScopes({
    gatewayThreads: { has: (conversationId) => conversationId.startsWith('program') },
    callDecisions: {
      get(toolCallId) {
        const conversationId = madeIn.get(toolCallId)
        if (conversationId === undefined) return null
        const name = inEveryLanguage(() => '')
        const facts = {
          toolName: 'set_timer',
          inputHash: '',
          effect: 'allow',
          number: 1,
          name,
          ruleId: null,
          decidedAt: 0,
          turnId: null,
        } as const
        return { ...facts, toolCallId, conversationId }
      },
    },
  })
  const tools = new Map(timerTools(service, clock, scopes).map((tool) => [tool.name, tool]))
  async function call(conversationId: string, name: string, input: JsonObject) {
    const prepared = tools.get(name)?.prepare(input)
    if (prepared?.ok !== true) throw new Error(prepared?.error.message)
    const toolCallId = `${conversationId} ${name}`
    madeIn.set(toolCallId, conversationId)
    return prepared.value.run({ toolCallId, conversationId, signal: new AbortController().signal })
  }
  await call('users', 'set_timer', { label: 'call the clinic', seconds: 3600 })
  await call('program-1', 'set_timer', { label: 'build', seconds: 60 })
  expect(await call('program-1', 'list_timers', {})).toMatchObject({ timers: [{ label: 'build' }] })
  expect(await call('program-2', 'list_timers', {})).toEqual({ timers: [] })
  for (const label of ['call the clinic', 'build'])
    await expect(call('program-2', 'cancel_timer', { label })).rejects.toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('build') }),
    )
  // a label that is used elsewhere is not revealed to it
  expect(await call('program-2', 'set_timer', { label: 'call the clinic', seconds: 60 })).toMatchObject({ status: 'set' })
  expect(await call('users', 'list_timers', {})).toMatchObject({
    timers: [{ label: 'build' }, { label: 'call the clinic' }, { label: 'call the clinic' }],
  })
})
