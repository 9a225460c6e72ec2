// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { Answer } from '../../../src/renderer/chat/answer'
import { ModelRow } from '../../../src/renderer/settings/model-row'
import { TextGroup } from '../../../src/renderer/settings/text-group'
import { InWritingButton } from '../../../src/renderer/voice/in-writing-button'
import { PicturesButton, PicturesNote } from '../../../src/renderer/voice/pictures-button'
import type { ReplyModality } from '../../../src/shared/ipc/text-choices'
import { drawnPart } from '../../support/drawn-part'
import { pngFile } from '../../support/sample-files'

const { place, asked, show } = drawnPart()
const chosen = (replyModality: ReplyModality | null) => ({ replay: null, replyModality })

describe('text answers', () => {
  it.each([
    { holds: 'voice', pressed: 'false', next: 'text' },
    { holds: 'text', pressed: 'true', next: 'voice' },
  ] as const)('are chosen for the conversation by a button that shows the choice: $holds', async ({ holds, pressed, next }) => {
    await show(<InWritingButton />, chosen(holds))
    const button = place().querySelector('button')
    expect(button?.getAttribute('aria-label')).toBe('Reply in text')
    expect(button?.getAttribute('aria-pressed')).toBe(pressed)
    await act(async () => button?.click())
    expect(asked).toEqual([{ name: 'conversation.replyModality', payload: { conversationId: 'conversation-0', replyModality: next } }])
  })

  it.each([
    { pictures: false, says: '' },
    { pictures: true, says: 'uses no tools here and doesn’t search' },
  ])('come with images if a button next to the field requests them, which says so: $pictures', async ({ pictures, says }) => {
    const shown = (
      <>
        <PicturesNote />
        <PicturesButton />
      </>
    )
    await show(shown, { ...chosen('text'), pictures })
    const button = place().querySelector('button')
    expect(button?.getAttribute('aria-label')).toBe('Answer with images')
    expect(button?.getAttribute('aria-pressed')).toBe(String(pictures))
    expect(place().textContent).toContain(says)
    await act(async () => button?.click())
    expect(asked).toEqual([{ name: 'conversation.pictures', payload: { conversationId: 'conversation-0', on: !pictures } }])
    await show(shown, chosen('text'))
    expect(place().querySelector('button')).toBeNull()
  })

  it('can’t be chosen without a choice', async () => {
    await show(<InWritingButton />, chosen(null))
    expect(place().querySelector('button')).toBeNull()
  })

  it('show thoughts folded before the answer', async () => {
    const parts = [
      { type: 'reasoning', text: 'The invoice is due.' },
      { type: 'text', text: 'It is due today.' },
    ] as const
    await show(
      <Answer
        message={{ id: 'answer', role: 'assistant', parts }}
        onAskAgain={null}
        goesOn={false}
        ended={true}
        position={1}
        count={1}
        forks={[]}
      />,
      chosen('text'),
    )
    const folded = place().querySelector('details')
    expect(folded?.open).toBe(false)
    expect(folded?.textContent).toContain('The invoice is due.')
    expect(place().textContent).toContain('It is due today.')
  })

  it('show the final image, and none of the drafts before it', async () => {
    const url = `data:image/png;base64,${Buffer.from(pngFile(2, 2)).toString('base64')}`
    const parts = [
      { type: 'file', mediaType: 'image/png', url, providerMetadata: { google: { thought: true } } },
      { type: 'text', text: 'Here.' },
      { type: 'file', mediaType: 'image/png', url, providerMetadata: { google: { thoughtSignature: 'signature' } } },
    ] as const
    await show(
      <Answer
        message={{ id: 'answer', role: 'assistant', parts }}
        onAskAgain={null}
        goesOn={false}
        ended={true}
        position={1}
        count={1}
        forks={[]}
      />,
      chosen('text'),
    )
    expect(place().querySelectorAll('img')).toHaveLength(1)
  })

  it.each([
    { language: 'en', words: ['Text answers', 'The text model', 'Code execution', 'Text model'] },
    { language: 'ja', words: ['文字での回答', 'テキストモデル', 'コードの実行'] },
  ] as const)('are set up in the settings, in $language', async ({ language, words }) => {
    await show(
      <>
        <TextGroup />
        <ModelRow setting="textModel" />
      </>,
      chosen('text'),
      language,
    )
    for (const word of words) expect(place().textContent).toContain(word)
    // Google Search applies to speech too, and is with the answers of both kinds
    expect(place().querySelectorAll('[role="switch"]')).toHaveLength(1)
    expect(place().querySelector<HTMLSelectElement>('[data-model-field="textModel"]')?.value).toBe('gemini-3.8-flash')
  })
})
