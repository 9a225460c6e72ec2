import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { cellText, markdownTable, tabbedText } from '../../../../src/renderer/data/cell-text'
import { createRowWindows, windowOf } from '../../../../src/renderer/data/row-windows'
import { movedBy, sizeOf } from '../../../../src/renderer/data/selection'
import { wholeView } from '../../../../src/renderer/data/whole-view'
import type { Client } from '../../../../src/shared/ipc/client'
import { createClient } from '../../../../src/shared/ipc/client'

/** A main with this many rows whose replies are given one at a time, with so many rows at the most. */
function scripted(total: number, most = Infinity) {
  const waiting: (() => void)[] = []
  const asked: number[] = []
  let refusal: string | null = null
  const client: Pick<Client, 'call'> = createClient(
    {
      call: (_, payload) =>
        new Promise((resolve) => {
          const { from, count } = payload as { readonly from: number; readonly count: number }
          asked.push(from)
          waiting.push(() => {
            const rows = Array.from({ length: Math.max(0, Math.min(count, most, total - from)) }, (_unused, index) => [from + index])
            resolve(refusal === null ? { ok: true, value: { rows, total } } : { ok: false, error: { code: 'refused', message: refusal } })
          })
        }),
      onEvent: () => () => undefined,
    },
    () => undefined,
  )
  return {
    client,
    asked,
    refuse: (message: string | null) => {
      refusal = message
    },
    async answer() {
      await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0), { timeout: 20_000 })
      waiting.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('the rows of a table', () => {
  it('are requested when they come into view, a window at a time, and never twice', async () => {
    const { client, asked, answer } = scripted(100_000)
    const rows = createRowWindows(client, 'artifact-1', wholeView, 1000)
    rows.need(0, 40)
    rows.need(0, 60)
    expect(rows.row(3)).toBeUndefined()
    await answer()
    expect([rows.total(), rows.row(3)]).toEqual([100_000, [3]])
    rows.need(980, 1020)
    await answer()
    rows.need(900, 1500)
    expect(asked).toEqual([0, 1000])
  })

  it('are all there where main gives a window in several replies, because they are large', async () => {
    const { client, asked, answer } = scripted(2_500, 400)
    const rows = createRowWindows(client, 'artifact-1', wholeView, 1000)
    rows.need(1200, 1240)
    for (let reply = 0; reply < 3; reply += 1) await answer()
    expect([rows.row(1000), rows.row(1999)]).toEqual([[1000], [1999]])
    expect(asked).toEqual([1000, 1400, 1800])
  })

  it('that were scrolled past before their request are not requested', async () => {
    const { client, asked, answer } = scripted(100_000)
    const rows = createRowWindows(client, 'artifact-1', wholeView, 1000)
    rows.need(0, 40)
    for (let at = 2000; at <= 90_000; at += 1000) rows.need(at, at + 40)
    await answer()
    await answer()
    expect(asked).toEqual([0, 90_000])
    expect(rows.row(90_002)).toEqual([90_002])
  })

  it('stay in memory for a while only: the most recently used stay longest', async () => {
    const { client, asked, answer } = scripted(100_000)
    const rows = createRowWindows(client, 'artifact-1', wholeView, 1000)
    for (let at = 0; at < 30; at += 1) {
      rows.need(at * 1000, at * 1000 + 1)
      await answer()
      rows.need(0, 1)
    }
    expect(rows.row(0)).toEqual([0])
    expect(rows.row(5000)).toBeUndefined()
    expect(rows.row(29_000)).toEqual([29_000])
    expect(asked.filter((from) => from === 0).length).toBe(1)
  })

  it('that can’t be read say why, and are requested again at the next need', async () => {
    const { client, refuse, answer } = scripted(10)
    const rows = createRowWindows(client, 'artifact-1', wholeView, 1000)
    refuse('The disk is gone.')
    rows.need(0, 5)
    await answer()
    expect(rows.failure()).toBe('The disk is gone.')
    refuse(null)
    rows.need(0, 5)
    await answer()
    expect([rows.failure(), rows.row(0)]).toEqual([null, [0]])
  })

  it('of a wide table come in smaller windows', () => {
    expect([windowOf(3), windowOf(100), windowOf(2000)]).toEqual([1000, 500, 50])
  })
})

describe('the selection of rows', () => {
  it('moves with the arrows, extends with Shift, and never leaves the table', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.tuple(fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'), fc.boolean())),
        (total, keys) => {
          let selection: ReturnType<typeof movedBy> = null
          for (const [key, widen] of keys) {
            selection = movedBy(key, widen, selection, total, 20)
            expect(selection?.head).toBeGreaterThanOrEqual(0)
            expect(selection?.head).toBeLessThan(total)
            if (!widen) expect(sizeOf(selection)).toBe(1)
          }
        },
      ),
    )
    expect(movedBy('Home', true, { anchor: 7, head: 7 }, 100, 20)).toEqual({ anchor: 7, head: 0 })
    expect(movedBy('x', false, null, 100, 20)).toBeNull()
  })
})

describe('cells as text', () => {
  it('are on one line with nothing hidden', () => {
    expect(cellText('a\r\n b\u202e')).toBe('a ↵ b⟨U+202E⟩')
    expect(cellText('x'.repeat(400))).toHaveLength(301)
    expect([null, 1.5, { integer: '9007199254740993' }, { bytes: 12 }].map(cellText)).toEqual(['', '1.5', '9007199254740993', '<12 bytes>'])
  })

  it('are copied for a spreadsheet with tabs and line ends kept inside of their cells', () => {
    const columns = [
      { name: 'a', type: 'text' },
      { name: 'b', type: 'integer' },
    ] as const
    expect(
      tabbedText(columns, [
        ['x\ty', 1],
        ['two\n"lines"', null],
      ]),
    ).toBe('a\tb\n"x\ty"\t1\n"two\n""lines"""\t')
  })

  it('are a Markdown table that no value can break', () => {
    const columns = [
      { name: 'a|b', type: 'text' },
      { name: 'n', type: 'real' },
    ] as const
    expect(markdownTable(columns, [['x|y\nz\\', 1.5]])).toBe('| a\\|b | n |\n|---|--:|\n| x\\|y<br>z\\\\ | 1.5 |')
  })
})
