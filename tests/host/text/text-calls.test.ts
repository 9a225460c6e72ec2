import { queryObjects } from 'node:v8'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/shared/lib/json'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'
import type { TextRig } from '../../support/text-rig'
import { textRigs } from '../../support/text-rigs'

const start = textRigs()
const call = (name: string, args: JsonObject, id?: string, thoughtSignature?: string): JsonObject => ({
  functionCall: { name, args, ...(id !== undefined && { id }) },
  ...(thoughtSignature !== undefined && { thoughtSignature }),
})
const pay = call('pay', { amount: 5 }, 'call_1', 'signature-A')
const look = call('look', { at: 'Kyoto' }, 'call_2')
const done = { kind: 'result', output: { paid: true } } as const
const response = (name: string, id: string | undefined, told: JsonObject) => ({
  functionResponse: { ...(id !== undefined && { id }), name, response: told },
})

async function asked(rig: TextRig, text = 'Pay 5'): Promise<void> {
  const ended = rig.ends.length
  rig.say(text)
  await rig.until(() => rig.ends.length > ended)
}

const onePayment = textRecording([
  words,
  chunk({ text: 'Which account?', thought: true }, { text: 'I will pay. ' }),
  chunk({ text: '', thoughtSignature: 'signature-0' }),
  chunk(pay),
  finish(),
  answer('call_1'),
  says('Paid.'),
  finish(),
  words,
  says('You are welcome.'),
  finish(),
])

describe('calls of a text model', () => {
  test('end a step; their results continue the same message, and everything is sent back unchanged', async () => {
    const rig = await start({ fixture: onePayment })
    await asked(rig)
    expect(rig.ends).toEqual(['calls'])
    rig.ask()
    rig.settle('pay', done)
    await rig.until(() => rig.ends.includes('done'))
    expect(rig.messages()).toHaveLength(2)
    expect(rig.answer()).toBe('I will pay. Paid.')
    expect(rig.requests()).toHaveLength(2)
    expect(rig.requests().at(-1)?.contents).toEqual([
      { role: 'user', parts: [{ text: 'Pay 5' }] },
      {
        role: 'model',
        parts: [{ text: 'Which account?', thought: true }, { text: 'I will pay. ' }, { text: '', thoughtSignature: 'signature-0' }, pay],
      },
      { role: 'user', parts: [response('pay', 'call_1', { status: 'done', result: { paid: true } })] },
    ])
    await asked(rig, 'Thanks')
    expect(rig.server.violations()).toEqual([])
    expect(rig.requests().at(-1)?.contents).toHaveLength(5)
    const starts = rig.chunks.filter(({ chunk: { type }, role }) => type === 'start' && role === 'assistant')
    expect(new Set(starts.slice(0, 2).map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('that come together, in one chunk or in several, are requested together and continued once', async () => {
    const rig = await start({
      fixture: textRecording([
        words,
        chunk(pay),
        chunk(look),
        finish('STOP'),
        answer('call_1'),
        answer('call_2'),
        says('Both done.'),
        finish(),
      ]),
    })
    await asked(rig)
    expect(rig.calls().map(({ name }) => name)).toEqual(['pay', 'look'])
    rig.ask()
    rig.settle('look', { kind: 'result', output: 'sunny' })
    expect(rig.requests()).toHaveLength(1)
    rig.settle('pay', { kind: 'denied', reason: 'too much' })
    await rig.until(() => rig.ends.includes('done'))
    expect(rig.requests()).toHaveLength(2)
    expect(rig.requests().at(-1)?.contents).toMatchObject([
      {},
      { role: 'model', parts: [pay, look] },
      {
        role: 'user',
        parts: [
          response('pay', 'call_1', { status: 'denied', reason: 'too much' }),
          response('look', 'call_2', { status: 'done', result: 'sunny' }),
        ],
      },
    ])
    expect(rig.messages()).toHaveLength(2)
    expect(rig.answer()).toBe('Both done.')
    expect(rig.server.violations()).toEqual([])
  })

  test('with the same name and no ids keep their places, and no id is invented', async () => {
    const first = call('look', { at: 'Kyoto' })
    const second = call('look', { at: 'Osaka' })
    const rig = await start({
      fixture: textRecording([words, chunk(first, second), finish(), answer('look'), says('Fine.'), finish()]),
    })
    await asked(rig)
    const [kyoto, osaka] = rig.calls()
    expect([kyoto?.input, osaka?.input]).toEqual([{ at: 'Kyoto' }, { at: 'Osaka' }])
    rig.settle('look', { kind: 'result', output: 'rain in Kyoto' })
    rig.settle('look', { kind: 'result', output: 'sun in Osaka' })
    await rig.until(() => rig.ends.includes('done'))
    expect(rig.requests().at(-1)?.contents).toMatchObject([
      {},
      { parts: [first, second] },
      { parts: [response('look', undefined, { result: 'rain in Kyoto' }), response('look', undefined, { result: 'sun in Osaka' })] },
    ])
    expect(JSON.stringify(rig.requests().at(-1))).not.toContain('"id"')
    expect(rig.server.violations()).toEqual([])
  })

  test('continue over several steps, each with its own signature', async () => {
    const second = call('look', { at: 'Kyoto' }, 'call_2', 'signature-B')
    const rig = await start({
      fixture: textRecording([
        words,
        chunk(pay),
        finish(),
        answer('call_1'),
        chunk(second),
        finish(),
        answer('call_2'),
        says('Done.'),
        finish(),
      ]),
    })
    await asked(rig)
    rig.settle('pay', done)
    await rig.until(() => rig.ends.length === 2)
    rig.settle('look', { kind: 'error', errorText: 'no network' })
    await rig.until(() => rig.ends.includes('done'))
    expect(rig.requests().at(-1)?.contents).toMatchObject([
      {},
      { role: 'model', parts: [pay] },
      { role: 'user', parts: [response('pay', 'call_1', { status: 'done' })] },
      { role: 'model', parts: [second] },
      { role: 'user', parts: [response('look', 'call_2', { status: 'failed', error: 'no network' })] },
    ])
    expect(rig.messages()).toHaveLength(2)
    expect(rig.server.violations()).toEqual([])
  })

  test.each([
    [{ kind: 'denied' } as const, { status: 'denied' }],
    [{ kind: 'expired' } as const, { status: 'expired' }],
    [{ kind: 'withdrawn', reason: 'stopped' } as const, { status: 'withdrawn' }],
  ])('that were not run continue as well: %j', async (outcome, told) => {
    const rig = await start({ fixture: onePayment })
    await asked(rig)
    rig.ask()
    rig.settle('pay', outcome)
    await rig.until(() => rig.ends.includes('done'))
    expect(rig.requests().at(-1)?.contents).toMatchObject([{}, {}, { parts: [response('pay', 'call_1', told)] }])
  })

  test('have a response in every later request, even while the approval is open; the end follows as news, once', async () => {
    const rig = await start({
      fixture: textRecording([
        words,
        chunk(pay),
        finish(),
        words,
        says('It waits for you.'),
        finish(),
        words,
        says('It is paid now.'),
        finish(),
      ]),
    })
    await asked(rig)
    rig.ask()
    await asked(rig, 'What is going on?')
    expect(rig.requests().at(-1)?.contents).toMatchObject([
      {},
      { role: 'model', parts: [pay] },
      { role: 'user', parts: [response('pay', 'call_1', { status: 'waiting' })] },
      { role: 'user', parts: [{ text: 'What is going on?' }] },
    ])
    rig.settle('pay', done)
    await rig.until(() => rig.ends.length === 3)
    expect(rig.requests()).toHaveLength(3)
    expect(rig.requests().at(-1)?.contents).toMatchObject([
      {},
      {},
      { parts: [response('pay', 'call_1', { status: 'done' })] },
      {},
      { role: 'model' },
      { role: 'user', parts: [{ text: expect.stringContaining('has ended meanwhile') }] },
    ])
    expect(rig.answer()).toBe('It is paid now.')
    expect(rig.server.violations()).toEqual([])
  })

  test('that end during another answer are news after it', async () => {
    const rig = await start({
      fixture: textRecording([words, chunk(pay), finish(), words, says('One '), says('moment.'), finish(), words, says('Paid.'), finish()]),
    })
    await asked(rig)
    rig.ask()
    rig.say('What is going on?')
    rig.settle('pay', done)
    await rig.until(() => rig.ends.filter((end) => end === 'done').length === 2)
    expect(rig.messages().filter(({ role }) => role === 'assistant')).toHaveLength(3)
    expect(rig.answer()).toBe('Paid.')
  })

  test('that end together, late, are told the model together', async () => {
    const rig = await start({
      fixture: textRecording([
        words,
        chunk(pay),
        chunk(look),
        finish(),
        words,
        says('Both wait.'),
        finish(),
        words,
        says('Time is up.'),
        finish(),
        words,
        says('You are welcome.'),
        finish(),
      ]),
    })
    await asked(rig)
    rig.ask()
    await asked(rig, 'What is going on?')
    rig.settle('pay', { kind: 'expired' })
    // the other timer runs right after the first one
    await new Promise((resolve) => setImmediate(resolve))
    rig.settle('look', { kind: 'expired' })
    await rig.until(() => rig.answer() === 'Time is up.' && rig.ends.length === 3)
    await asked(rig, 'Thanks')
    expect(rig.answer()).toBe('You are welcome.')
    expect(rig.requests()).toHaveLength(4)
    expect(rig.requests()[2]?.contents).toMatchObject([
      {},
      { role: 'model', parts: [pay, look] },
      { parts: [response('pay', 'call_1', { status: 'expired' }), response('look', 'call_2', { status: 'expired' })] },
      {},
      { role: 'model' },
      { role: 'user' },
    ])
  })

  test.each([
    ['text-cut-off', 'cut'],
    ['text-error-midway', 'cut'],
    ['text-lost', 'cut'],
  ] as const)('of an answer that broke off with %s are never run', async (fault, end) => {
    const rig = await start({ fixture: onePayment, faults: [fault] })
    await asked(rig)
    expect(rig.ends).toEqual([end])
    expect(rig.calls()).toEqual([])
    expect(rig.messages().at(-1)?.parts.at(-1)).toMatchObject({ type: 'dynamic-tool', state: 'output-error' })
  })

  test('next to a finish reason other than STOP are never run', async () => {
    const rig = await start({ fixture: textRecording([words, chunk(pay), finish('MALFORMED_FUNCTION_CALL')]) })
    await asked(rig)
    expect(rig.ends).toEqual(['done'])
    expect(rig.calls()).toEqual([])
  })

  test('made before an answer broke off are sent when it is requested again, and not run twice', async () => {
    const rig = await start({ fixture: onePayment, faults: [{ fault: 'text-cut-off', connection: 2, set: { after: 1 } }] })
    await asked(rig)
    rig.ask()
    rig.settle('pay', done)
    await rig.until(() => rig.session.state().phase === 'failed')
    rig.session.retry()
    await rig.until(() => rig.ends.includes('done'))
    expect(rig.requests().at(-1)?.contents).toMatchObject([
      {},
      { role: 'model' },
      { parts: [response('pay', 'call_1', { status: 'done', result: { paid: true } })] },
    ])
    expect(rig.requests().at(-1)?.contents).toHaveLength(3)
    expect(rig.calls()).toEqual([])
    expect(rig.answer()).toBe('Paid.')
  })

  test('without end are stopped after a limit', async () => {
    const rig = await start({
      fixture: textRecording([words, chunk(pay), finish(), answer('call_1'), chunk(call('look', {}, 'call_2')), finish()]),
      limits: { steps: 2 },
    })
    await asked(rig)
    rig.settle('pay', done)
    await rig.until(() => rig.ends.length === 2)
    rig.settle('look', done)
    expect(rig.session.state()).toMatchObject({ phase: 'failed', cause: 'service-failed' })
    expect(rig.requests()).toHaveLength(2)
  })

  test('whose signatures are refused are sent again unchanged, then without, then as text', async () => {
    const rig = await start({ fixture: onePayment, faults: ['text-signatures-refused'] })
    await asked(rig)
    rig.settle('pay', done)
    await rig.until(() => rig.ends.includes('done'))
    const sent = rig.requests().map(({ contents }) => JSON.stringify(contents))
    expect(sent).toHaveLength(5)
    expect(sent[2]).toBe(sent[1])
    expect(sent[3]).toContain('functionCall')
    expect(sent[3]).not.toContain('thoughtSignature')
    expect(sent[4]).not.toContain('functionCall')
    expect(sent[4]).toContain('[called pay({\\"amount\\":5}), result: {\\"paid\\":true}]')
  })

  test('whose signatures were refused once by chance are sent unchanged', async () => {
    const rig = await start({ fixture: onePayment, faults: [{ fault: 'text-signatures-refused', times: 1 }] })
    await asked(rig)
    rig.settle('pay', done)
    await rig.until(() => rig.ends.includes('done'))
    const sent = rig.requests().map(({ contents }) => JSON.stringify(contents))
    expect(sent).toHaveLength(3)
    expect(sent[2]).toBe(sent[1])
    expect(rig.answer()).toBe('I will pay. Paid.')
  })

  test('leave the pictures of a hundred of them in memory, and no more', async () => {
    class Picture extends Uint8Array {}
    const rig = await start({ fixture: onePayment })
    for (let count = 0; count < 300; count += 1) {
      const call = { toolCallId: `call-${count}`, modelCallId: null, name: 'look', response: { status: 'done' } }
      rig.session.sendToolResponses([{ ...call, picture: new Picture(3) }])
    }
    expect(queryObjects(Picture)).toBe(100)
  })

  test('show the model an image after all results', async () => {
    const rig = await start({ fixture: onePayment })
    await asked(rig)
    const [open] = rig.calls()
    const picture = new Uint8Array([255, 216, 255])
    rig.settle('pay', done)
    rig.session.sendToolResponses([
      { toolCallId: open?.toolCallId ?? '', modelCallId: 'call_1', name: 'pay', response: { status: 'done' }, picture },
    ])
    await rig.until(() => rig.ends.includes('done'))
    expect(rig.requests().at(-1)?.contents).toMatchObject([
      {},
      {},
      { parts: [response('pay', 'call_1', { status: 'done' }), { inlineData: { mimeType: 'image/jpeg', data: '/9j/' } }] },
    ])
    expect(rig.server.violations()).toEqual([])
  })
})
