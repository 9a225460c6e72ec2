import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallName, calls } from '../../../src/shared/ipc/contract'
import { CallError, createDispatch, type Handlers } from '../../../src/shared/ipc/router'
import { z } from '../../../src/shared/lib/zod'

const names = Object.keys(calls) as CallName[]

/** A dispatch whose handlers all do the same, and what ran and was reported. */
function entrance(handler: (name: CallName) => unknown = () => null) {
  const ran: string[] = []
  const reported: string[] = []
  const one = (name: CallName) => [
    name,
    () => {
      ran.push(name)
      return handler(name)
    },
  ]
  // one handler for every name of the table
  const handlers = Object.fromEntries(names.map(one)) as Handlers
  return { dispatch: createDispatch(handlers, (name, error) => void reported.push(`${name} ${String(error)}`)), ran, reported }
}

const code = async (answer: ReturnType<ReturnType<typeof createDispatch>>): Promise<string> => {
  const result = await answer
  return result.ok ? 'answered' : result.error.code
}

describe('a call of the page', () => {
  it('by a name that is not in the table reaches no handler', async () => {
    const { dispatch, ran } = entrance()
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'app.bootstrap ', 'APP.BOOTSTRAP'])
      expect(await code(dispatch(name, null))).toBe('unknown-call')
    await fc.assert(
      fc.asyncProperty(fc.string(), async (name) => {
        expect(Object.hasOwn(calls, name) || (await code(dispatch(name, null))) === 'unknown-call').toBe(true)
      }),
    )
    expect(ran).toEqual([])
  })

  it.each(names)('%s accepts no other shape, nothing more and nothing less than the table says', async (name) => {
    const { dispatch, ran } = entrance()
    const { required = [] } = z.toJSONSchema(calls[name].request, { unrepresentable: 'any', io: 'input' })
    const wrong = [
      undefined,
      0,
      '',
      'text',
      true,
      [],
      [null],
      { surprise: 1 },
      ...(calls[name].request.safeParse(null).success ? [] : [null]),
    ]
    for (const payload of wrong) expect([payload, await code(dispatch(name, payload))]).toEqual([payload, 'bad-request'])
    if (required.length > 0) expect(await code(dispatch(name, {}))).toBe('bad-request')
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (payload) => {
        const fits = calls[name].request.safeParse(payload).success
        expect((await code(dispatch(name, payload))) === 'bad-request').toBe(!fits)
        expect(ran.splice(0)).toEqual(fits ? [name] : [])
      }),
      { numRuns: 20 },
    )
  })

  it('is answered also with bytes in the place of anything else', async () => {
    const { dispatch } = entrance(() => {
      throw new CallError('not-now', 'Not now.')
    })
    for (const name of names) {
      const { properties = {} } = z.toJSONSchema(calls[name].request, { unrepresentable: 'any', io: 'input' })
      const payload = Object.fromEntries(Object.keys(properties).map((key) => [key, new Uint8Array(3)]))
      expect(['bad-request', 'not-now']).toContain(await code(dispatch(name, payload)))
    }
  })
})

describe('what a handler does', () => {
  it('does not cross when it fails: no message, no stack; the log has them', async () => {
    const { dispatch, reported } = entrance(() => {
      throw new Error('the secret is 4711')
    })
    const result = await dispatch('app.bootstrap', null)
    expect(result).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(JSON.stringify(result)).not.toMatch(/4711|router\.test|stack/)
    expect(reported).toEqual(['app.bootstrap Error: the secret is 4711'])
  })

  it('crosses as a refusal in words if the disk is full or can’t be written to', async () => {
    for (const [fault, expected] of [
      ['SQLITE_FULL', 'disk-full'],
      ['ENOSPC', 'disk-full'],
      ['SQLITE_READONLY_DBMOVED', 'disk-unwritable'],
      ['ENOENT', 'internal'],
    ]) {
      const { dispatch } = entrance(() => {
        throw Object.assign(new Error('at /home/somebody'), { code: fault })
      })
      const result = await dispatch('app.bootstrap', null)
      expect(result).toMatchObject({ ok: false, error: { code: expected } })
      expect(JSON.stringify(result)).not.toContain('somebody')
    }
  })

  it('crosses only with code and message if it is a refusal worded for the user', async () => {
    const { dispatch } = entrance(() => {
      throw new CallError('not-now', 'Not now.')
    })
    expect(await dispatch('app.bootstrap', null)).toEqual({ ok: false, error: { code: 'not-now', message: 'Not now.' } })
  })

  it('does not cross if it answers more than the table says', async () => {
    const { dispatch } = entrance(() => ({ source: 'settings', storage: 'memory', key: 'the secret is 4711' }))
    const result = await dispatch('key.remove', null)
    expect(result).toMatchObject({ ok: false, error: { code: 'bad-reply' } })
    expect(JSON.stringify(result)).not.toContain('4711')
  })
})
