import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { I18nProvider } from '../../src/renderer/i18n/i18n-provider'
import { createTranslator } from '../../src/renderer/i18n/translate'
import { createActions } from '../../src/renderer/state/actions'
import type { AppState, Installation } from '../../src/renderer/state/app-state'
import { ServicesProvider } from '../../src/renderer/state/context'
import { createAppStore } from '../../src/renderer/state/store'
import { createPlayedPositions } from '../../src/renderer/voice/played-positions'
import { createClient } from '../../src/shared/ipc/client'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import { type ConversationStatus, type Settings, settingsSchema } from '../../src/shared/ipc/schemas'
import { replayStatus } from './ui-worlds'

/** A part of the page rendered by itself, in a document of its own for each test. */
export interface DrawnPart {
  readonly place: () => HTMLElement
  /** The part's calls to main. */
  readonly asked: readonly { readonly name: string; readonly payload: unknown }[]
  /** Renders it for the conversation on screen, with these facts; `state` replaces what follows from them. */
  show(
    shown: ReactNode,
    status: Partial<ConversationStatus>,
    language?: string,
    choices?: Partial<Settings>,
    installation?: Partial<Installation>,
    state?: Partial<AppState>,
  ): Promise<void>
}

/** Registers what a test file needs around its tests. */
export function drawnPart(): DrawnPart {
  let place: HTMLElement
  let root: Root
  const asked: { readonly name: string; readonly payload: unknown }[] = []

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    asked.length = 0
    place = document.body.appendChild(document.createElement('div'))
    root = createRoot(place)
  })
  afterEach(() => {
    act(() => root.unmount())
    place.remove()
    vi.unstubAllGlobals()
  })

  return {
    place: () => place,
    asked,
    async show(shown, status, language = 'en', choices = {}, installation = {}, changes = {}) {
      let settings: Settings = { ...defaultSettings, ...choices }
      const transport = {
        call(name: string, payload: unknown) {
          asked.push({ name, payload })
          if (name !== 'settings.update') return Promise.resolve({ ok: true, value: null })
          settings = settingsSchema.parse({ ...settings, ...Object(payload) })
          return Promise.resolve({ ok: true, value: settings })
        },
        onEvent: () => () => undefined,
      }
      const client = createClient(transport, () => undefined)
      const store = createAppStore(client)
      store.api.setState((state) => ({ installation: { ...state.installation, ...installation } }))
      store.api.setState({
        settings,
        currentConversationId: 'conversation-0',
        statuses: { 'conversation-0': replayStatus(status) },
        ...changes,
      })
      const music = { playing: () => null, onChange: () => () => undefined, stop: () => undefined }
      const services = { store, client, actions: createActions(store), music, heard: createPlayedPositions(), now: () => 0 }
      await act(async () => {
        root.render(
          <ServicesProvider services={services}>
            <I18nProvider translator={createTranslator(language)}>{shown}</I18nProvider>
          </ServicesProvider>,
        )
      })
    },
  }
}
