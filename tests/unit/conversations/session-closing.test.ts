import { expect, it } from 'vitest'
import { createSessionClosing } from '../../../src/main/conversations/session-lifecycle'

it('an end that fails leaves no mark: what is said and asked afterwards is treated as ever', async () => {
  const happened: string[] = []
  const fails = () => Promise.reject(new Error('the socket is broken'))
  const closing = createSessionClosing(
    () => ({ stop: fails, leave: fails, owesAnswer: () => false }),
    () => undefined,
    () => happened.push('stored'),
    () => happened.push('calls stopped'),
  )
  await expect(closing.stop('keep')).rejects.toThrow('the socket is broken')
  expect(closing.keepsApprovals()).toBe(false)
  expect(happened).toEqual(['stored', 'calls stopped', 'stored'])
  await expect(closing.leave()).rejects.toThrow('the socket is broken')
  expect(closing.keepsWords()).toBe(false)
})
