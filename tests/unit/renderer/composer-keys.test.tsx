// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { UserMessageRow } from '../../../src/renderer/chat/user-message-row'
import { Composer } from '../../../src/renderer/voice/composer'
import type { Settings } from '../../../src/shared/ipc/schemas'
import { drawnPart } from '../../support/drawn-part'

const { place, asked, show } = drawnPart()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }))
})
const field = (name = 'Type a message') => {
  const found = place().querySelector<HTMLTextAreaElement>(`[aria-label="${name}"]`)
  if (found === null) throw new Error(`there is no field ${name}`)
  return found
}
const write = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
/** Presses it; returns whether the field's own behaviour was left to the browser. */
async function press(on: HTMLElement, key: string, more: KeyboardEventInit = {}): Promise<boolean> {
  let left = false
  await act(async () => {
    left = on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  })
  return left
}
const said = (id: string) => ({ id, role: 'user', parts: [{ type: 'text', text: `It is the ${id}` }] }) as const
const sent = () => asked.filter(({ name }) => name === 'text.send')

it.each<readonly [Settings['sendWith'], KeyboardEventInit, KeyboardEventInit]>([
  ['enter', {}, { ctrlKey: true }],
  ['modEnter', { ctrlKey: true }, {}],
])('text is sent with the chosen key, %s, and the other one is the field’s own', async (sendWith, sends, breaks) => {
  await show(<Composer />, {}, 'en', { sendWith })
  await write('It rains')
  expect(await press(field(), 'Enter', breaks)).toBe(true)
  expect(await press(field(), 'Enter', { shiftKey: true })).toBe(true)
  expect(sent()).toEqual([])
  expect(await press(field(), 'Enter', sends)).toBe(false)
  expect(sent()).toHaveLength(1)
})

it('the arrow up edits the last message, only from an empty field, and Esc leads back into it', async () => {
  const lines = ['first', 'last'].map((id, index) => (
    <UserMessageRow key={id} message={said(id)} answered onSendAgain={null} position={index + 1} count={2} forks={[]} />
  ))
  await show(
    <>
      {lines}
      <Composer />
    </>,
    {},
  )
  await write('half a word')
  expect(await press(field(), 'ArrowUp')).toBe(true)
  await write('')
  expect(await press(field(), 'ArrowUp')).toBe(false)
  expect(field('Your message').value).toBe('It is the last')
  await press(field('Your message'), 'Escape')
  expect(document.activeElement).toBe(field())
})

it.each(['attachment-not-in-voice', 'attachment-too-large-for-voice'])(
  'a message that the voice model can’t take (%s) is sent to the text model by one button',
  async (code) => {
    const state = {
      drafts: { 'conversation-0': 'Read this' },
      sendFailures: { 'conversation-0': { code, message: 'It takes pictures and text only.' } },
    }
    await show(<Composer />, { replay: null, replyModality: 'voice' }, 'en', {}, {}, state)
    expect(place().querySelector('[role="alert"]')?.textContent).toContain('It takes pictures and text only.')
    const button = [...place().querySelectorAll('button')].find(({ textContent }) => textContent === 'Reply in text and send')
    await act(async () => button?.click())
    expect(asked.map(({ name, payload }) => [name, payload])).toEqual([
      ['conversation.replyModality', { conversationId: 'conversation-0', replyModality: 'text' }],
      ['text.send', { conversationId: 'conversation-0', text: 'Read this' }],
    ])
  },
)

it('a message that failed for another reason, or without a choice of models, has no such button', async () => {
  const failed = (code: string) => ({ sendFailures: { 'conversation-0': { code, message: 'Not now.' } } })
  for (const [code, replyModality] of [
    ['conversation-unknown', 'voice'],
    ['attachment-not-in-voice', null],
  ] as const) {
    await show(<Composer />, { replay: null, replyModality }, 'en', {}, {}, failed(code))
    expect(place().querySelector('[role="alert"]')?.textContent).toContain('Not now.')
    expect(place().textContent).not.toContain('Reply in text and send')
  }
})
