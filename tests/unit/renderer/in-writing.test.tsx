// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Answer } from '../../../src/renderer/chat/answer'
import { createTranslator, type Language } from '../../../src/renderer/i18n/translate'
import { WordsProvider } from '../../../src/renderer/i18n/words'
import { ModelRow } from '../../../src/renderer/settings/model-row'
import { TextGroup } from '../../../src/renderer/settings/text-group'
import { createActions } from '../../../src/renderer/state/actions'
import { ServicesProvider } from '../../../src/renderer/state/context'
import { createAppStore } from '../../../src/renderer/state/store'
import { createHeardPositions } from '../../../src/renderer/voice/heard-positions'
import { InWritingButton } from '../../../src/renderer/voice/in-writing-button'
import { createClient } from '../../../src/shared/ipc/client'
import type { TypedWords } from '../../../src/shared/ipc/text-choices'
import { replayStatus } from '../../support/ui-worlds'

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

async function show(shown: ReactNode, typedWords: TypedWords | null, language: Language = 'en'): Promise<void> {
  const transport = {
    call(name: string, payload: unknown) {
      asked.push({ name, payload })
      return Promise.resolve({ ok: true, value: null })
    },
    onEvent: () => () => undefined,
  }
  const client = createClient(transport, () => undefined)
  const store = createAppStore(client)
  const status = replayStatus({ replay: null, typedWords })
  store.api.setState({ currentConversationId: 'conversation-0', statuses: { 'conversation-0': status } })
  const music = { playing: () => null, onChange: () => () => undefined, stop: () => undefined }
  const services = { store, client, actions: createActions(store), music, heard: createHeardPositions(), now: () => 0 }
  await act(async () => {
    root.render(
      <ServicesProvider services={services}>
        <WordsProvider translator={createTranslator(language)}>{shown}</WordsProvider>
      </ServicesProvider>,
    )
  })
}

describe('answers in writing', () => {
  it.each([
    { holds: 'voice', pressed: 'false', next: 'text' },
    { holds: 'text', pressed: 'true', next: 'voice' },
  ] as const)('are chosen for the conversation by a button that says what holds: $holds', async ({ holds, pressed, next }) => {
    await show(<InWritingButton />, holds)
    const button = place.querySelector('button')
    expect(button?.getAttribute('aria-label')).toBe('Answer what I type in writing')
    expect(button?.getAttribute('aria-pressed')).toBe(pressed)
    await act(async () => button?.click())
    expect(asked).toEqual([{ name: 'conversation.typedWords', payload: { conversationId: 'conversation-0', typedWords: next } }])
  })

  it('can’t be chosen where there is no choice', async () => {
    await show(<InWritingButton />, null)
    expect(place.querySelector('button')).toBeNull()
  })

  it('show thoughts folded away in front of the answer', async () => {
    const parts = [
      { type: 'reasoning', text: 'The invoice is due.' },
      { type: 'text', text: 'It is due today.' },
    ] as const
    await show(
      <Answer message={{ id: 'answer', role: 'assistant', parts }} onAskAgain={null} goesOn={false} ended={true} forks={[]} />,
      'text',
    )
    const folded = place.querySelector('details')
    expect(folded?.open).toBe(false)
    expect(folded?.textContent).toContain('The invoice is due.')
    expect(place.textContent).toContain('It is due today.')
  })

  it.each([
    { language: 'en', words: ['Answers in writing', 'By the text model', 'Google Search', 'Running code', 'Text model'] },
    { language: 'ja', words: ['文字での回答', 'テキストモデル', 'Google検索', 'コードの実行'] },
  ] as const)('are set up in the settings, in $language', async ({ language, words }) => {
    await show(
      <>
        <TextGroup />
        <ModelRow setting="textModel" />
      </>,
      'text',
      language,
    )
    for (const word of words) expect(place.textContent).toContain(word)
    expect(place.querySelectorAll('[role="switch"]')).toHaveLength(2)
    expect(place.querySelector('input[list]')?.getAttribute('value')).toBe('gemini-3.8-flash')
  })
})
