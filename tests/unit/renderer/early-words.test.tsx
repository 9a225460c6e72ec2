// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { App } from '../../../src/renderer/app/app'
import { createActions } from '../../../src/renderer/state/actions'
import { ServicesProvider } from '../../../src/renderer/state/context'
import { sendEarlyText } from '../../../src/renderer/state/early-text'
import { persistDrafts } from '../../../src/renderer/state/persist-drafts'
import { type RememberedLook, readRememberedLook, rememberLook } from '../../../src/renderer/state/remembered-look'
import { createAppStore } from '../../../src/renderer/state/store'
import { createPlayedPositions } from '../../../src/renderer/voice/played-positions'
import { createClient } from '../../../src/shared/ipc/client'
import { makeWorld } from '../../support/ui-worlds'

const remembered: RememberedLook = {
  look: { theme: 'dark', language: 'en', textSize: 'normal', contrast: 'system', motion: 'system' },
  installation: { platform: 'electron', operatingSystem: 'linux', systemLocale: 'en' },
}

// jsdom has none; a request in one test may run in the next
globalThis.requestIdleCallback ??= (act) => window.setTimeout(() => act({ didTimeout: false, timeRemaining: () => 0 }))

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
})

const off = {
  session: { phase: 'off' },
  activity: 'idle',
  activitySince: 0,
  model: 'gemini-3.8-live',
  firstSoundMs: null,
  usage: null,
  cost: null,
  startedAt: null,
  replay: null,
}

/** Waits until the page has rendered what `check` expects. */
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => undefined)
      check()
    },
    { timeout: 20_000 },
  )

/** The whole window, whose main answers `app.bootstrap` when the test lets it. */
async function startedWindow(look: RememberedLook | null, settings: object = {}, kept = '') {
  const world = makeWorld({})
  const first = { ...world.bootstrap, settings: { ...(world.bootstrap.settings as object), ...settings } } as Record<string, unknown>
  const asked: { readonly name: string; readonly payload: unknown }[] = []
  let letAnswer = (): void => undefined
  const mayAnswer = new Promise<void>((resolve) => {
    letAnswer = resolve
  })
  const opened = (conversationId: unknown) => ({
    summary: (first.conversations as { conversationId: string }[]).find((one) => one.conversationId === conversationId),
    status: { ...off, conversationId },
    messages: [],
    earlier: 0,
    nextSeq: 0,
    calls: [],
    forks: [],
  })
  const client = createClient(
    {
      async call(name, payload) {
        asked.push({ name, payload })
        if (name === 'app.bootstrap') await mayAnswer
        const value =
          name === 'app.bootstrap'
            ? first
            : name === 'conversation.open'
              ? opened((payload as { conversationId: string }).conversationId)
              : name === 'draft.read'
                ? { text: kept, attachments: [] }
                : null
        return { ok: true, value }
      },
      onEvent: () => () => undefined,
    },
    () => undefined,
  )
  const store = createAppStore(client, look)
  rememberLook(store.api, localStorage)
  persistDrafts(store)
  const actions = createActions(store)
  sendEarlyText(store, actions)
  const music = { playing: () => null, onChange: () => () => undefined, stop: () => undefined }
  const services = { store, client: store.client, actions, music, heard: createPlayedPositions(), now: () => 0 }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    store.dispose()
    place.remove()
    vi.unstubAllGlobals()
  })
  await act(async () => {
    root.render(
      <ServicesProvider services={services}>
        <App />
      </ServicesProvider>,
    )
  })
  let starting = Promise.resolve()
  await act(async () => {
    starting = store.start()
  })
  const composer = () => place.querySelector<HTMLTextAreaElement>('[data-composer]')
  return {
    store,
    asked,
    place,
    composer,
    type: (text: string) =>
      act(async () => {
        const field = composer()
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text)
        field?.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }),
    press: (key: string, more: KeyboardEventInit = {}) =>
      act(async () => {
        ;(document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...more }),
        )
      }),
    answer: () =>
      act(async () => {
        letAnswer()
        await starting
      }),
  }
}

it('typing while nothing has the focus goes into the composer, even before main has answered; the window’s keys stay its own', async () => {
  const { composer } = await startedWindow(remembered)
  const press = (key: string, ctrlKey = false) =>
    act(async () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true })))
  for (const [key, ctrlKey] of [[' '], ['Shift'], ['c', true]] as const) {
    await press(key, ctrlKey)
    expect(document.activeElement).toBe(document.body)
  }
  await press('h')
  expect(document.activeElement).toBe(composer())
})

it('text typed before main has answered stays in its field, keeps the focus, and comes after the stored draft', async () => {
  const window = await startedWindow(remembered, {}, 'Kept')
  const field = window.composer()
  field?.focus()
  await window.type('Typed early')
  expect(window.asked.map(({ name }) => name)).toEqual(['app.bootstrap'])
  await window.answer()
  await until(() => expect(window.composer()?.value).toBe('Kept\nTyped early'))
  expect(window.composer()).toBe(field)
  expect(document.activeElement).toBe(field)
})

it('text sent before main has answered waits, and is sent once, without the stored draft', async () => {
  const window = await startedWindow(remembered, {}, 'Kept')
  window.composer()?.focus()
  await window.type('Send me')
  await window.press('Enter')
  expect(window.place.querySelector('[role="status"]')?.textContent).toBe('Sends as soon as Parley is ready.')
  expect(window.composer()?.value).toBe('Send me')
  await window.answer()
  await until(() => expect(window.composer()?.value).toBe('Kept'))
  const sent = window.asked.filter(({ name }) => name === 'text.send')
  expect(sent).toEqual([{ name: 'text.send', payload: expect.objectContaining({ text: 'Send me' }) }])
})

it('a file pasted before main has answered is attached to the conversation that main names', async () => {
  const window = await startedWindow(remembered)
  const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { files: [new File(['kept'], 'notes.txt')], getData: () => '' },
  })
  await act(async () => window.composer()?.dispatchEvent(paste))
  expect(window.asked.map(({ name }) => name)).toEqual(['app.bootstrap'])
  await window.answer()
  await until(() =>
    expect(window.asked.filter(({ name }) => name === 'attachment.begin')).toEqual([
      { name: 'attachment.begin', payload: expect.objectContaining({ conversationId: 'conversation-0', fileName: 'notes.txt' }) },
    ]),
  )
})

it('further typing cancels a sending that waits for main', async () => {
  const window = await startedWindow(remembered)
  window.composer()?.focus()
  await window.type('Send me')
  await window.press('Enter')
  await window.type('Send me not yet')
  await window.answer()
  await until(() => expect(window.asked.some(({ name }) => name === 'draft.read')).toBe(true))
  expect(window.asked.filter(({ name }) => name === 'text.send')).toEqual([])
  expect(window.composer()?.value).toBe('Send me not yet')
})

it('the app is not rendered before main has answered if a first run may be due', async () => {
  const window = await startedWindow(null)
  expect(window.composer()).toBeNull()
  await window.answer()
  expect(window.composer()).not.toBeNull()
})

it('the first paint looks like the last one, and remembered data follows main', async () => {
  const window = await startedWindow(remembered)
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(readRememberedLook(localStorage)).toBeNull()
  await window.answer()
  const { settings } = window.store.api.getState()
  expect(readRememberedLook(localStorage)?.look.theme).toBe(settings.theme)
  act(() => window.store.api.setState({ settings: { ...settings, theme: 'light' } }))
  expect(readRememberedLook(localStorage)?.look.theme).toBe('light')
})

it('a first run that main requires is shown, whatever was remembered, and keeps typed text', async () => {
  localStorage.setItem('parley.look', JSON.stringify(remembered))
  const window = await startedWindow(readRememberedLook(localStorage), { setUp: 'key' })
  await window.type('Typed early')
  await window.answer()
  expect(window.composer()).toBeNull()
  expect(localStorage.length).toBe(0)
  expect(Object.values(window.store.api.getState().drafts)).toEqual(['Typed early'])
})

it('shortcuts pressed before main has answered run as soon as possible', async () => {
  const window = await startedWindow(remembered)
  window.composer()?.focus()
  await window.press('k', { ctrlKey: true, code: 'KeyK' })
  // the early field of the palette, or the palette itself
  await until(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Search everything'))
  await window.press('Escape')
  await window.press(',', { ctrlKey: true, code: 'Comma' })
  expect(window.store.api.getState().view.name).toBe('thread')
  await window.answer()
  expect(window.store.api.getState().view).toMatchObject({ name: 'settings', section: 'general' })
})

it.each(['{', '{}', '{"look":{"theme":"pink"},"installation":{}}', 'null', '[1]'])(
  'remembered data of another Parley is ignored: %s',
  (text) => {
    expect(readRememberedLook({ getItem: () => text })).toBeNull()
  },
)
