import { describe, expect, it } from 'vitest'
import { deferredDispatch } from '../../src/main/platform/deferred-dispatch'
import { failure, success } from '../../src/shared/lib/result'

describe('a window that opens before main can answer', () => {
  it('gets its early calls answered in order, and later ones after them', async () => {
    const { dispatch, resolveDispatch } = deferredDispatch()
    const early = [dispatch('first', 1), dispatch('second', 2)]
    const heard: unknown[] = []
    resolveDispatch(async (name, payload) => {
      heard.push([name, payload])
      return success(name)
    })
    const answers = await Promise.all([...early, dispatch('third', 3)])
    expect(heard).toEqual([
      ['first', 1],
      ['second', 2],
      ['third', 3],
    ])
    expect(answers).toEqual([success('first'), success('second'), success('third')])
  })

  it('is observed to call while its calls still wait', async () => {
    const { dispatch, asked, resolveDispatch } = deferredDispatch()
    const heard: string[] = []
    void asked.then(() => heard.push('asked'))
    await Promise.resolve()
    expect(heard).toEqual([])
    const call = dispatch('first', null).then(() => heard.push('answered'))
    await asked
    expect(heard).toEqual(['asked'])
    resolveDispatch(async () => success(null))
    await call
    expect(heard).toEqual(['asked', 'answered'])
  })

  it('gets a refusal unchanged', async () => {
    const { dispatch, resolveDispatch } = deferredDispatch()
    const early = dispatch('first', null)
    resolveDispatch(async () => failure('app-closed', 'Parley has ended.'))
    expect(await early).toEqual(failure('app-closed', 'Parley has ended.'))
  })
})
