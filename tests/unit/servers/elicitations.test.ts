import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createCallTimer } from '../../../src/main/servers/call-timer'
import { createElicitations, mostElicitationsOfCall, mostOpenElicitations } from '../../../src/main/servers/elicitations'
import { firstDrafts, readForm } from '../../../src/renderer/elicitations/form-drafts'
import { countingIds } from '../../../src/shared/lib/ids'
import { type ElicitationRequest, type FormField, fitsForm } from '../../../src/shared/servers/elicitation'
import { readElicitationRequest } from '../../../src/shared/servers/read-form'
import { createFakeClock } from '../../support/fake-clock'

const form = (properties: object, required: readonly string[] = []) => ({
  message: 'Please say',
  requestedSchema: { type: 'object', properties, required },
})
function fieldsOf(properties: object, required: readonly string[] = []): readonly FormField[] {
  const request = readElicitationRequest(form(properties, required))
  if (request?.kind !== 'form') throw new Error(`it is ${request?.kind}`)
  return request.fields
}

describe('a form that a server sends', () => {
  test('is read with its defaults, limits and options, as the protocol names them', () => {
    const properties = {
      name: { type: 'string', title: 'Your name', minLength: 2 },
      age: { type: 'integer', minimum: 0, maximum: 150, default: 42 },
      wants: { type: 'boolean', default: true },
      pet: { type: 'string', enum: ['a', 'b'], enumNames: ['Cat', 'Dog'], default: 'b' },
      hero: { type: 'string', oneOf: [{ const: 'x', title: 'X' }] },
      fish: { type: 'array', minItems: 1, items: { anyOf: [{ const: 't', title: 'Tuna' }] }, default: ['t'] },
    }
    expect(fieldsOf(properties, ['name'])).toMatchObject([
      { name: 'name', kind: 'text', title: 'Your name', shortest: 2, required: true },
      { name: 'age', kind: 'number', integer: true, least: 0, most: 150, value: 42 },
      { name: 'wants', kind: 'boolean', value: true },
      { name: 'pet', kind: 'choice', options: [{ title: 'Cat' }, { value: 'b', title: 'Dog' }], value: 'b' },
      { name: 'hero', kind: 'choice', value: '' },
      { name: 'fish', kind: 'choices', least: 1, most: 1, value: ['t'] },
    ])
  })

  test.each([
    ['nested fields', { a: { type: 'object', properties: {} } }],
    ['a reference', { a: { $ref: '#/$defs/a' } }],
    ['limits that contradict each other', { a: { type: 'number', minimum: 2, maximum: 1 } }],
    ['lengths that contradict each other', { a: { type: 'string', minLength: 9, maxLength: 2 } }],
    ['a list of anything', { a: { type: 'array', items: { type: 'string' } } }],
    ['too many fields', Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`f${index}`, { type: 'boolean' }]))],
    ['too many options', { a: { type: 'string', enum: Array.from({ length: 101 }, (_, index) => String(index)) } }],
  ])('with %s is not asked', (_, properties) => {
    expect(readElicitationRequest(form(properties))).toBeNull()
  })

  test.each([
    { password: { type: 'string' } },
    { a: { type: 'string', title: 'Your API key' } },
    { accessToken: { type: 'string', description: 'never shared' } },
    { a: { type: 'string', description: 'Enter the secret of your wallet' } },
    { a: { type: 'string', format: 'password' } },
    { a: { type: 'string', title: '暗証番号' } },
  ])('that asks for a password or key is not filled in: %j', (properties) => {
    expect(readElicitationRequest(form(properties))).toMatchObject({ kind: 'secret' })
  })

  test('that warns of writing a password is one like any other', () => {
    expect(readElicitationRequest(form({ note: { type: 'string', description: 'Do not write your password here' } }))).toMatchObject({
      kind: 'form',
    })
  })

  test('shows hidden characters, and is bounded', () => {
    const request = readElicitationRequest({
      ...form({ a: { type: 'string', title: 'na\u202eme' } }),
      message: `\u200b${'x'.repeat(9000)}`,
    })
    expect(request).toMatchObject({ fields: [{ title: 'na⟨U+202E⟩me' }] })
    expect(request?.message.length).toBe(2000)
    expect(request?.message).toContain('⟨U+200B⟩')
  })

  test('of any shape is read without a fault', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void readElicitationRequest(form({ a: value }))))
    fc.assert(fc.property(fc.jsonValue(), (value) => void readElicitationRequest(value)))
  })
})

describe('a page that a server wants visited', () => {
  const page = (url: string) => readElicitationRequest({ mode: 'url', message: 'Open it', url, elicitationId: '1' })

  test('is shown with its whole address and its host', () => {
    expect(page('https://example.com/a?b=c')).toMatchObject({ kind: 'page', address: 'https://example.com/a?b=c', host: 'example.com' })
  })

  test.each(['http://example.com', 'https://user@example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'x'])('%s is none', (url) => {
    expect(page(url)).toBeNull()
  })
})

describe('answers', () => {
  const fields = fieldsOf(
    {
      name: { type: 'string', minLength: 1, maxLength: 5 },
      mail: { type: 'string', format: 'email' },
      day: { type: 'string', format: 'date' },
      age: { type: 'integer', minimum: 1, maximum: 9 },
      fish: { type: 'array', minItems: 1, maxItems: 1, items: { enum: ['t', 'u'] } },
    },
    ['name'],
  )

  test.each([
    [{ name: 'Aki' }, true],
    [{ name: 'Aki', mail: 'a@b', day: '2026-11-29', age: 9, fish: ['t'] }, true],
    [{}, false],
    [{ name: '' }, false],
    [{ name: 'too long' }, false],
    [{ name: 'Aki', mail: 'nobody' }, false],
    [{ name: 'Aki', day: 'tomorrow' }, false],
    [{ name: 'Aki', age: 1.5 }, false],
    [{ name: 'Aki', age: 10 }, false],
    [{ name: 'Aki', fish: ['t', 'u'] }, false],
    [{ name: 'Aki', fish: ['x'] }, false],
    [{ name: 'Aki', other: 'x' }, false],
    [{ name: true }, false],
  ])('%j fit their form: %s', (values, fits) => {
    expect(fitsForm(fields, values)).toBe(fits)
  })

  test('that the page reads from its inputs fit whenever it finds no fault', () => {
    const draft = fc.oneof(fc.string(), fc.boolean(), fc.array(fc.constantFrom('t', 'u', 'x')))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('name', 'mail', 'day', 'age', 'fish'), draft), (drafts) => {
        const { values, faults } = readForm(fields, { ...firstDrafts(fields), ...drafts })
        if (faults.size === 0) expect(fitsForm(fields, values)).toBe(true)
      }),
    )
  })
})

function bench(seconds = 120) {
  const clock = createFakeClock()
  const audited: unknown[] = []
  const pages: string[] = []
  const elicitations = createElicitations({
    clock,
    newId: countingIds(),
    audit: { record: (_, event) => void audited.push(event) },
    seconds: () => seconds,
    openPage: (address) =>
      address.includes('broken') ? Promise.reject(new Error('no browser')) : Promise.resolve(void pages.push(address)),
    onChange: () => {},
    report: () => {},
  })
  const call = { conversationId: 'conversation-1', toolCallId: 'call-1', toolName: 'notes__write' }
  const never = new AbortController().signal
  return { clock, audited, pages, elicitations, call, never }
}
function requestOf(params: object): ElicitationRequest {
  const request = readElicitationRequest(params)
  if (request === null) throw new Error('nothing can be asked')
  return request
}
const nameForm = requestOf(form({ name: { type: 'string' } }, ['name']))

describe('a question of a server', () => {
  it('is answered once, with values that fit; the trail says that it was answered, and not with what', async () => {
    const { elicitations, call, never, audited } = bench()
    const answered = elicitations.ask('notes', call, nameForm, never)
    const [{ elicitationId = '' } = {}] = elicitations.open()
    expect(await elicitations.answer(elicitationId, { kind: 'accept', values: {} })).toMatchObject({ error: { code: 'elicitation-unfit' } })
    expect(await elicitations.answer(elicitationId, { kind: 'accept', values: { name: 'Aki Hoshino' } })).toMatchObject({ ok: true })
    expect(await answered).toEqual({ kind: 'accept', values: { name: 'Aki Hoshino' } })
    expect(await elicitations.answer(elicitationId, { kind: 'decline' })).toMatchObject({ error: { code: 'elicitation-gone' } })
    expect(audited).toMatchObject([{ decision: 'asked' }, { decision: 'allowed' }])
    expect(JSON.stringify(audited)).not.toContain('Hoshino')
  })

  it('without an answer in time is cancelled, also if the timer is late', async () => {
    const { elicitations, call, never, clock, audited } = bench()
    const answered = elicitations.ask('notes', call, nameForm, never)
    clock.advance(120_000)
    expect(await answered).toEqual({ kind: 'cancel' })
    expect(audited).toMatchObject([{ decision: 'asked' }, { decision: 'expired' }])
    expect(clock.pending()).toBe(0)
  })

  it('is cancelled when its call ends, or the server takes it back', async () => {
    const { elicitations, call, never } = bench()
    const abort = new AbortController()
    const one = elicitations.ask('notes', call, nameForm, never)
    const other = elicitations.ask('notes', { ...call, toolCallId: 'call-2' }, nameForm, abort.signal)
    elicitations.callEnded('call-1')
    abort.abort()
    expect(await Promise.all([one, other])).toEqual([{ kind: 'cancel' }, { kind: 'cancel' }])
    expect(elicitations.open()).toEqual([])
  })

  it('comes at most three times at once and ten times in a call', async () => {
    const { elicitations, call, never } = bench()
    for (let open = 0; open < mostOpenElicitations; open += 1) void elicitations.ask('notes', call, nameForm, never)
    expect(await elicitations.ask('notes', call, nameForm, never)).toEqual({ kind: 'cancel' })
    for (let asked = mostOpenElicitations; asked < mostElicitationsOfCall; asked += 1) {
      await elicitations.answer(elicitations.open()[0]?.elicitationId ?? '', { kind: 'decline' })
      void elicitations.ask('notes', call, nameForm, never)
    }
    await elicitations.answer(elicitations.open()[0]?.elicitationId ?? '', { kind: 'decline' })
    expect(await elicitations.ask('notes', call, nameForm, never)).toEqual({ kind: 'cancel' })
    expect(elicitations.open()).toHaveLength(mostOpenElicitations - 1)
  })

  it('about a page opens it after the yes alone, and stays open if the browser does not', async () => {
    const { elicitations, call, never, pages } = bench()
    const page = (url: string) => requestOf({ mode: 'url', message: '', url })
    const declined = elicitations.ask('notes', call, page('https://example.com/a'), never)
    await elicitations.answer('elicitation-1', { kind: 'decline' })
    expect(await declined).toEqual({ kind: 'decline' })
    void elicitations.ask('notes', call, page('https://broken.example/'), never)
    expect(await elicitations.answer('elicitation-2', { kind: 'accept', values: {} })).toMatchObject({
      error: { code: 'elicitation-page' },
    })
    expect(elicitations.open()).toHaveLength(1)
    const opened = elicitations.ask('notes', call, page('https://example.com/b'), never)
    await elicitations.answer('elicitation-3', { kind: 'accept', values: { smuggled: 'x' } })
    expect(await opened).toEqual({ kind: 'accept', values: {} })
    expect(pages).toEqual(['https://example.com/b'])
  })

  it('for a password accepts no answer', async () => {
    const { elicitations, call, never } = bench()
    const request = requestOf(form({ password: { type: 'string' } }))
    void elicitations.ask('notes', call, request, never)
    expect(await elicitations.answer('elicitation-1', { kind: 'accept', values: { password: 'x' } })).toMatchObject({
      error: { code: 'elicitation-secret' },
    })
  })
})

test('a call without progress is given up, but not while the user is asked', () => {
  const clock = createFakeClock()
  let late = 0
  const timer = createCallTimer(clock, 60_000, () => {
    late += 1
  })
  clock.advance(59_000)
  timer.progressed()
  clock.advance(59_000)
  timer.pause()
  clock.advance(600_000)
  timer.progressed()
  clock.advance(600_000)
  expect(late).toBe(0)
  timer.resume()
  clock.advance(59_999)
  expect(late).toBe(0)
  clock.advance(1)
  expect(late).toBe(1)
  timer.end()
  expect(clock.pending()).toBe(0)
})
