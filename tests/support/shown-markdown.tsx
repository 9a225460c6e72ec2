import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nProvider } from '../../src/renderer/i18n/i18n-provider'
import { createTranslator } from '../../src/renderer/i18n/translate'
import { Markdown } from '../../src/renderer/markdown/markdown'
import { createActions } from '../../src/renderer/state/actions'
import { ServicesProvider } from '../../src/renderer/state/context'
import { createAppStore } from '../../src/renderer/state/store'
import { createPlayedPositions } from '../../src/renderer/voice/played-positions'
import { createClient } from '../../src/shared/ipc/client'

/** Markdown rendered into the document of a test. */
export interface ShownMarkdown {
  readonly element: HTMLElement
  /** Renders another text in the same place, like a text that streams in. */
  show(text: string, playedCharacters?: number): Promise<void>
  remove(): void
}

/** Renders Markdown with everything that it needs. React must have been configured for tests. */
export async function showMarkdown(text: string, playedCharacters?: number): Promise<ShownMarkdown> {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const client = createClient({ call: () => Promise.resolve({ ok: true, value: null }), onEvent: () => () => undefined }, () => undefined)
  const store = createAppStore(client)
  const music = { playing: () => null, onChange: () => () => undefined, stop: () => undefined }
  const services = { store, client, actions: createActions(store), music, heard: createPlayedPositions(), now: () => 0 }
  const i18n = createTranslator('en')
  const show = (shown: string, heard?: number) =>
    act(async () =>
      root.render(
        <ServicesProvider services={services}>
          <I18nProvider translator={i18n}>
            <Markdown text={shown} playedCharacters={heard} />
          </I18nProvider>
        </ServicesProvider>,
      ),
    )
  await show(text, playedCharacters)
  return {
    element,
    show,
    remove() {
      act(() => root.unmount())
      element.remove()
    },
  }
}
