import { expect, it } from 'vitest'
import { createActions } from '../../../src/renderer/state/actions'
import { createAppStore } from '../../../src/renderer/state/store'
import type { Client } from '../../../src/shared/ipc/client'
import { failure, type Result, success } from '../../../src/shared/lib/result'

/** A page that gives its files to a main that refuses all recordings. */
function page() {
  const call = (name: string): Promise<Result<unknown>> =>
    Promise.resolve(
      name === 'fixture.giveBegin'
        ? success({ uploadId: 'upload-1' })
        : failure('fixture-invalid', 'talk.jsonl: Line 1: this is not JSON.'),
    )
  const client = { call, on: () => () => undefined, onLost: () => () => undefined } as unknown as Client
  const store = createAppStore(client)
  return { store, actions: createActions(store) }
}

const file = (name: string, text: string) => ({ name, content: new Blob([text]) })

it('each of several files that can’t be attached is named, the same reason once', async () => {
  const { store, actions } = page()
  await actions.takeFiles('conversation-1', [
    file('a.exe', 'MZ\u0000\u0001'),
    file('b.exe', 'MZ\u0000\u0001'),
    file('a.exe', 'MZ\u0000\u0001'),
  ])
  const told = store.api.getState().attachFailures['conversation-1']?.split('\n') ?? []
  expect(told.map((line) => line.split(' ')[0])).toEqual(['b.exe', 'a.exe'])
})

it('a recording that can’t be played is reported as one, not as an unsent message, until other files are given', async () => {
  const { store, actions } = page()
  await actions.takeFiles('conversation-1', [file('talk.jsonl', '{')])
  expect(store.api.getState().sendFailures).toEqual({})
  expect(store.api.getState().attachFailures['conversation-1']).toBe('talk.jsonl: Line 1: this is not JSON.')
  await actions.takeFiles('conversation-1', [file('b.exe', 'MZ\u0000\u0001')])
  expect(store.api.getState().attachFailures['conversation-1']).toMatch(/^b\.exe can't be attached[^\n]*$/)
})
