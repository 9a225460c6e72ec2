// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { I18nProvider } from '../../../src/renderer/i18n/i18n-provider'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import { GatewaySection } from '../../../src/renderer/settings/gateway/gateway-section'
import { createActions } from '../../../src/renderer/state/actions'
import { ServicesProvider } from '../../../src/renderer/state/context'
import { createAppStore } from '../../../src/renderer/state/store'
import { createPlayedPositions } from '../../../src/renderer/voice/played-positions'
import { createClient } from '../../../src/shared/ipc/client'
import { messageOf } from '../../../src/shared/messages/message'

const editor = {
  clientId: 'client-1',
  name: 'Editor',
  scopes: ['chat', 'approve-low', 'approve-medium'],
  origins: ['http://localhost:3000'],
  createdAt: 1,
  lastUsedAt: null,
}

let place: HTMLElement
let root: Root
let asked: { readonly name: string; readonly payload: unknown }[] = []

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  asked = []
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

async function show(answers: Readonly<Record<string, unknown>>, language: string = 'en'): Promise<void> {
  const transport = {
    call(name: string, payload: unknown) {
      asked.push({ name, payload })
      const answer = answers[name]
      return Promise.resolve(
        answer instanceof Error
          ? { ok: false, error: { code: 'client-name-taken', message: answer.message } }
          : { ok: true, value: answer ?? null },
      )
    },
    onEvent: () => () => undefined,
  }
  const client = createClient(transport, () => undefined)
  const store = createAppStore(client)
  const music = { playing: () => null, onChange: () => () => undefined, stop: () => undefined }
  const services = { store, client, actions: createActions(store), music, heard: createPlayedPositions(), now: () => 0 }
  await act(async () => {
    root.render(
      <ServicesProvider services={services}>
        <I18nProvider translator={createTranslator(language)}>
          <GatewaySection />
        </I18nProvider>
      </ServicesProvider>,
    )
  })
}

function button(name: string): HTMLButtonElement {
  const found = [...place.querySelectorAll('button')].find((one) => one.textContent === name || one.getAttribute('aria-label') === name)
  if (found === undefined) throw new Error(`there is no button ${name}`)
  return found
}

function type(label: string, text: string): void {
  const name = [...place.querySelectorAll('label')].find((one) => one.textContent === label)
  const field = document.getElementById(name?.htmlFor ?? '')
  if (!(field instanceof HTMLInputElement)) throw new Error(`there is no field ${label}`)
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const click = (one: HTMLElement) => act(async () => one.click())
const calls = (name: string) => asked.flatMap((one) => (one.name === name ? [one.payload] : []))

it('the times of programs are in 24 hours, as everywhere', async () => {
  await show({ 'gateway.state': { port: null, problem: null, clients: [{ ...editor, lastUsedAt: 1 }] } })
  expect(place.textContent).toMatch(/Last used \d+ \w+ \d{4}, \d\d:\d\d · /)
})

describe('other programs', () => {
  it('are listed with their scopes and origins, and can be revoked', async () => {
    await show({ 'gateway.state': { port: 8790, problem: null, clients: [editor] } })
    expect(place.textContent).toContain('Listening on http://127.0.0.1:8790')
    expect(place.textContent).toContain('Can: chat by text, answer low-risk questions for you, answer medium-risk questions for you')
    expect(place.textContent).toContain('From http://localhost:3000')
    await click(button('Revoke access for Editor'))
    expect(calls('gateway.revokeClient')).toEqual([{ clientId: 'client-1' }])
  })

  it('get a token that is shown once, with the chosen scopes, and only chat without a choice', async () => {
    const added = { client: { ...editor, name: 'Script', scopes: ['chat', 'live'], origins: [] }, token: 'parley-secret' }
    await show({ 'gateway.state': { port: null, problem: null, clients: [] }, 'gateway.addClient': added })
    expect(place.textContent).toContain('Off')
    expect(button('Create token').disabled).toBe(true)
    type('Name of the program', '  Script ')
    await click([...place.querySelectorAll<HTMLElement>('fieldset input[type=checkbox]')][1] ?? place)
    await click(button('Create token'))
    expect(calls('gateway.addClient')).toEqual([{ name: 'Script', scopes: ['chat', 'live'], origins: [] }])
    const shown = place.querySelector<HTMLInputElement>('input[readonly]')
    expect(shown?.value).toBe('parley-secret')
    await click(button('Done'))
    expect(place.innerHTML).not.toContain('parley-secret')
  })

  it('show in Japanese too why one was refused and why the gateway does not listen', async () => {
    await show(
      {
        'gateway.state': { port: null, problem: messageOf('gateway-port-taken', { port: 8790, code: 'EADDRINUSE' }), clients: [] },
        'gateway.addClient': new Error('taken'),
      },
      'ja',
    )
    expect(place.textContent).toContain('ポート8790を使えません（EADDRINUSE）')
    type('プログラムの名前', 'Editor')
    await click(button('トークンを作る'))
    expect(place.textContent).toContain('taken')
    expect(place.querySelector('input[readonly]')).toBeNull()
  })
})
