// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { I18nProvider } from '../../../src/renderer/i18n/i18n-provider'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import { TakeGroup } from '../../../src/renderer/settings/storage/export-import-group'
import { createActions } from '../../../src/renderer/state/actions'
import { ServicesProvider } from '../../../src/renderer/state/context'
import { createAppStore } from '../../../src/renderer/state/store'
import { createPlayedPositions } from '../../../src/renderer/voice/played-positions'
import { createClient } from '../../../src/shared/ipc/client'

it('an import shows how far it is and can be stopped, and says in the end what became of it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  onTestFinished(() => void vi.unstubAllGlobals())
  const asked: string[] = []
  let emit: (name: string, payload: unknown) => void = () => undefined
  let end: (reply: unknown) => void = () => undefined
  const transport = {
    call(name: string) {
      asked.push(name)
      if (name === 'history.import') return new Promise((resolve) => (end = resolve))
      return Promise.resolve({ ok: true, value: null })
    },
    onEvent(listener: typeof emit) {
      emit = listener
      return () => undefined
    },
  }
  const client = createClient(transport, () => undefined)
  const store = createAppStore(client)
  const actions = createActions(store)
  const music = { playing: () => null, onChange: () => () => undefined, stop: () => undefined }
  const services = { store, client, actions, music, heard: createPlayedPositions(), now: () => 0 }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const outcomes: unknown[] = []
  await act(async () =>
    root.render(
      <ServicesProvider services={services}>
        <I18nProvider translator={createTranslator('en')}>
          <TakeGroup onOutcome={(outcome) => outcomes.push(outcome)} />
        </I18nProvider>
      </ServicesProvider>,
    ),
  )
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  expect(button('Stop importing')).toBeUndefined()
  const chooser = place.querySelector('input')
  if (chooser === null) throw new Error('there is no place for a file')
  Object.defineProperty(chooser, 'files', { value: [new Blob(['{}'])] })
  await act(async () => chooser.dispatchEvent(new Event('change', { bubbles: true })))
  await vi.waitUntil(() => asked.includes('history.import'))
  await act(async () => emit('history.importing', { percent: 42 }))
  expect(place.textContent).toContain('42% imported')
  await act(async () => button('Stop importing')?.click())
  expect(asked.at(-1)).toBe('history.cancelImport')
  await act(async () => end({ ok: false, error: { code: 'import-cancelled', message: 'The import was cancelled.' } }))
  expect(outcomes).toEqual([{ kind: 'refused', words: 'The import was cancelled.' }])
  expect(button('Choose a file')).toBeDefined()
  expect(place.textContent).not.toContain('42%')
  act(() => root.unmount())
  place.remove()
})
