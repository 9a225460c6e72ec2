import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type CompanionWindowKind, companionWindowTable, narrowed } from '../../src/main/platform/window/companion-window-table'
import { type CallName, calls } from '../../src/shared/ipc/contract'
import { startInProcess } from '../support/app-in-process'
import { geminiAt } from '../support/gemini-at'
import { hostileRequests } from '../support/hostile-requests'
import { paperDesktop } from '../support/paper-desktop'
import { PATIENCE, scaled } from '../support/scale'
import { finish, says, textRecording, words } from '../support/text-recording'

/** Another one in each run; the name of the test says it, and the variable takes it again. */
const SEED = Number(process.env.PARLEY_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const windows: readonly (CompanionWindowKind | null)[] = [null, 'inspector', 'overlay', 'quick']
// every key of the table is a name of it
const names = Object.keys(calls) as readonly CallName[]

test(`whatever a window asks of main is answered, with no fault inside, and a window is given its own calls alone (seed ${SEED})`, {
  timeout: PATIENCE,
}, async () => {
  geminiAt('http://127.0.0.1:9')
  const nothing = () => Promise.resolve(null)
  const desktop = paperDesktop({
    ...{ chooseFile: nothing, chooseFolder: nothing, choosePlace: nothing },
    confirm: () => Promise.resolve(false),
    openSystemSettings: () => Promise.resolve(),
    showInFolder: () => Promise.resolve(),
  })
  const faults: string[] = []
  const app = await startInProcess({
    fixtures: [textRecording([words, says('Hello.'), finish()])],
    desktop,
    speed: 50,
    onTrouble: (event, facts) => void faults.push(`${event} ${JSON.stringify(facts)}`),
  })
  onTestFinished(async () => {
    await app.remove()
    geminiAt(null)
  })
  const { conversationId } = await app.call('conversation.create', null)
  const ids = [conversationId, 'sample', 'message-1', 'approval-1']
  for (const [index, name] of names.entries()) {
    for (const request of fc.sample(hostileRequests(name, ids), { seed: SEED + index, numRuns: scaled(30, 5) })) {
      for (const window of windows) {
        const entrance = window === null ? app.dispatch : narrowed(app.dispatch, window)
        const answer = await entrance(name, structuredClone(request))
        const allowed: readonly string[] = window === null ? names : companionWindowTable[window].calls
        const code = answer.ok ? null : answer.error.code
        const what = `${window ?? 'main'} ${name} ${inspect(request, { depth: 5 }).slice(0, 500)} ${faults.at(-1) ?? ''}`
        expect(code === 'not-allowed', what).toBe(!allowed.includes(name))
        expect(['internal', 'bad-reply'], what).not.toContain(code)
      }
    }
  }
  for (const name of ['__proto__', 'toString', 'constructor', ''])
    expect(await app.dispatch(name, null)).toMatchObject({ ok: false, error: { code: 'unknown-call' } })
  expect((await app.call('app.bootstrap', null)).version).toBe('0.0.0')
})
