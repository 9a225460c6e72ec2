import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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

const FIRST = 'function-call-2100481'
const SECOND = 'function-call-2100482'

describe.each(ways)('a request that is %s', (way) => {
  it.each([
    { first: 'Allow once', second: 'Allow once', words: 'Both are paid.', paid: [48_600, 12_400], ends: ['done', 'done'] },
    { first: 'Allow once', second: 'Deny', words: 'Only Hoshino Print is paid.', paid: [48_600], ends: ['done', 'denied'] },
    { first: 'Deny', second: 'Allow once', words: 'Only Aoba Freight is paid.', paid: [12_400], ends: ['denied', 'done'] },
    { first: 'Deny', second: 'Deny', words: 'Neither is paid.', paid: [], ends: ['denied', 'denied'] },
  ])(
    'for two payments, $first and then $second: the model goes on once, with both answers, and the wallet shows what was allowed',
    async ({ first, second, words, paid, ends }) => {
      const scene = await stage.open('two-payments')
      await scene.ask(way)
      const cards = await scene.cards(2)
      // the second one first: answers count for their own call, whatever their order
      await cards.filter({ hasText: 'Aoba Freight' }).getByRole('button', { name: second }).click()
      await cards.filter({ hasText: 'Hoshino Print' }).getByRole('button', { name: first }).click()
      await scene.hear(words)
      expect(scene.statuses()).toEqual({ [FIRST]: ['waiting', ends[0]], [SECOND]: ['waiting', ends[1]] })
      const { parts, answers } = await scene.thread()
      expect(parts.map(({ state }) => state)).toEqual(ends.map((end) => (end === 'done' ? 'output-available' : 'output-denied')))
      expect(answers).toBe(1)
      expect([...(await scene.paid())].sort((left, right) => right - left)).toEqual(paid)
    },
  )
})
