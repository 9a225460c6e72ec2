import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createTranslator } from '../../src/renderer/i18n/translate'
import { WordsProvider } from '../../src/renderer/i18n/words'
import { Markdown } from '../../src/renderer/markdown/markdown'
import { createActions } from '../../src/renderer/state/actions'
import { ServicesProvider } from '../../src/renderer/state/context'
import { createAppStore } from '../../src/renderer/state/store'
import { createHeardPositions } from '../../src/renderer/voice/heard-positions'
import { createClient } from '../../src/shared/ipc/client'

/** Markdown drawn into the document of a test. */
export interface ShownMarkdown {
  readonly element: HTMLElement
  /** Draws another text in the same place, as a text that streams in does. */
  show(text: string, heardCharacters?: number): Promise<void>
  remove(): void
}

/** Draws Markdown with everything that it needs around it. React must have been told that it is in a test. */
export async function showMarkdown(text: string, heardCharacters?: number): Promise<ShownMarkdown> {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const client = createClient({ call: () => Promise.resolve({ ok: true, value: null }), onEvent: () => () => undefined }, () => undefined)
  const store = createAppStore(client)
  const music = { playing: () => null, onChange: () => () => undefined, stop: () => undefined }
  const services = { store, client, actions: createActions(store), music, heard: createHeardPositions(), now: () => 0 }
  const words = createTranslator('en')
  const show = (shown: string, heard?: number) =>
    act(async () =>
      root.render(
        <ServicesProvider services={services}>
          <WordsProvider translator={words}>
            <Markdown text={shown} heardCharacters={heard} />
          </WordsProvider>
        </ServicesProvider>,
      ),
    )
  await show(text, heardCharacters)
  return {
    element,
    show,
    remove() {
      act(() => root.unmount())
      element.remove()
    },
  }
}
