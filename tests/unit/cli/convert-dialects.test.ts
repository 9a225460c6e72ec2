import { Readable, Writable } from 'node:stream'
import { EventSchemas } from '@ag-ui/core/schemas'
import { describe, expect, it } from 'vitest'
import { runConvert } from '../../../src/main/cli/convert'
import { countingIds } from '../../../src/shared/lib/ids'
import { live, play } from '../../support/converter-script'
import { bundledFixture, serverFrames } from '../../support/fixture-facts'

async function convert(input: string | Buffer, ...args: readonly string[]) {
  const written = { output: '', errors: '' }
  const sink = (name: 'output' | 'errors') =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written[name] += chunk.toString('utf8')
        done()
      },
    })
  const world = { now: () => 7, newConfirmationId: countingIds() }
  const code = await runConvert(args, Readable.from([Buffer.from(input)]), sink('output'), sink('errors'), world)
  return { code, ...written }
}

const linesOf = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const frames = async (name: string) => linesOf(serverFrames(await bundledFixture(name), 'approved'))
const parsed = (output: string) =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { readonly type: string } => JSON.parse(line))
const events = (output: string) => output.split('\n\n').filter((event) => event !== '')

const placedOf = (output: ReturnType<typeof play>) => output.map(({ messageId, role, chunk }) => ({ messageId, role, chunk }))
const asked = placedOf(play([live.call('pay'), { type: 'ask-open', index: 0, approvalId: 'p1' }, { type: 'pause' }]))

describe('parley convert', () => {
  it.each(['weather', 'payment', 'interruption'])(
    'writes the recording %s in every dialect without breaking a rule',
    { timeout: 60_000 },
    async (name) => {
      for (const to of ['ai-sdk', 'ag-ui', 'tanstack'])
        for (const more of [[], ['--sse'], ['--confirmation', 'adk']]) {
          const { code, output, errors } = await convert(await frames(name), '--from', 'gemini-live', '--to', to, '--check', ...more)
          expect({ to, more, code, errors }).toEqual({ to, more, code: 0, errors: '' })
          expect(output.length).toBeGreaterThan(100)
        }
    },
  )

  it('writes AG-UI events that their own schema accepts', async () => {
    const { output } = await convert(await frames('payment'), '--from', 'gemini-live', '--to', 'ag-ui')
    for (const event of parsed(output)) expect(EventSchemas.safeParse(event).success).toBe(true)
  })

  it('writes server-sent events: one AI SDK stream per answer, each with its end', async () => {
    const { output } = await convert(await frames('weather'), '--from', 'gemini-live', '--to', 'ai-sdk', '--sse')
    const told = events(output)
    expect(told[0]).toBe(': stream-open')
    expect(told.at(-1)).toBe('data: [DONE]')
    expect(told.filter((event) => event === ': stream-open').length).toBe(told.filter((event) => event === 'data: [DONE]').length)
    expect(told.filter((event) => event.includes('"type":"start"')).length).toBe(told.filter((event) => event === ': stream-open').length)
  })

  it('ends an older TanStack stream with [DONE], an AG-UI stream with its last event', async () => {
    const tanstack = events((await convert(await frames('weather'), '--from', 'gemini-live', '--to', 'tanstack', '--sse')).output)
    const agUi = events((await convert(await frames('weather'), '--from', 'gemini-live', '--to', 'ag-ui', '--sse')).output)
    expect(tanstack.slice(-2)).toEqual([expect.stringContaining('"type":"done"'), 'data: [DONE]'])
    expect(agUi.at(-1)).toContain('"type":"RUN_')
  })

  it('reads its own chunks back: what --to ai-sdk wrote becomes another dialect', async () => {
    const direct = await convert(await frames('payment'), '--from', 'gemini-live', '--to', 'tanstack')
    const chunks = await convert(await frames('payment'), '--from', 'gemini-live', '--to', 'ai-sdk')
    expect((await convert(chunks.output, '--from', 'chunks', '--to', 'tanstack', '--check')).output).toBe(direct.output)
  })

  it('uses ADK’s form on request', async () => {
    const { code, output } = await convert(linesOf(asked), '--from', 'chunks', '--to', 'ai-sdk', '--confirmation', 'adk', '--check')
    expect(code).toBe(0)
    expect(output).toContain('"toolCallId":"adk-1","toolName":"adk_request_confirmation"')
    expect(output).not.toContain('tool-approval-request')
  })

  it.each(['ai-sdk', 'ag-ui', 'tanstack'])('--check to %s ends at the first violation with the line that caused it', async (to) => {
    const broken = asked.filter(({ chunk }) => chunk.type !== 'start-step')
    const checked = await convert(linesOf([...broken, ...broken]), '--from', 'chunks', '--to', to, '--check')
    expect(checked.code).toBe(1)
    expect(checked.errors).toMatch(/^parley convert: line 2: .*tool-input-start outside a step\.\n$/)
    expect((await convert(linesOf(broken), '--from', 'chunks', '--to', to)).code).toBe(0)
  })

  it('--check refuses lines that are not chunks, by number; without it they are skipped and reported', async () => {
    const input = `${linesOf(asked.slice(0, 2))}{"messageId":"m","role":"assistant","chunk":{"type":"text"}}\n\n{oops\n${linesOf(asked.slice(2))}`
    const checked = await convert(input, '--from', 'chunks', '--to', 'ag-ui', '--check')
    expect(checked).toMatchObject({ code: 1, errors: expect.stringMatching(/line 3: .*no chunk\.\n$/) })
    const passed = await convert(input, '--from', 'chunks', '--to', 'ag-ui')
    expect(passed.code).toBe(0)
    expect(passed.errors.trimEnd().split('\n')).toEqual([
      expect.stringContaining('line 3'),
      expect.stringContaining('line 5: the line is not JSON'),
    ])
    expect(
      parsed(passed.output)
        .map(({ type }) => type)
        .at(-1),
    ).toBe('RUN_FINISHED')
  })

  it('--check finds an output that is never finished', async () => {
    const { code, errors } = await convert(linesOf(asked.slice(0, 3)), '--from', 'chunks', '--to', 'ai-sdk', '--check')
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('is never finished') })
  })

  it.each(['ai-sdk', 'ag-ui', 'tanstack'])('survives hostile input on the way to %s', async (to) => {
    const evil = [
      {
        candidates: [
          {
            content: { parts: [{ functionCall: { name: 'x', args: JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{}}}') } }] },
          },
        ],
      },
      { candidates: [{ content: { parts: [{ text: 5 }, { functionCall: 7 }, null, { inlineData: 'no' }] } }] },
      { candidates: 'none', usageMetadata: [] },
      [],
      null,
      { candidates: [{ content: { parts: [{ text: 'still \u2028 here' }] } }] },
    ]
    const text = linesOf([...evil, ...[...evil].reverse(), ...evil])
    const cut = Buffer.concat([
      Buffer.from(text),
      Buffer.from([0xff, 0xfe, 0xc3, 10]),
      Buffer.from(text.slice(0, 60)),
      Buffer.from('\n{"a":'),
    ])
    for (const more of [[], ['--sse'], ['--confirmation', 'adk']]) {
      const { code, errors, output } = await convert(cut, '--from', 'gemini-text', '--to', to, '--check', ...more)
      expect({ code, errors }).toEqual({ code: 0, errors: '' })
      expect(output).toContain('still')
      expect(output).not.toContain('__proto__')
    }
  })
})
