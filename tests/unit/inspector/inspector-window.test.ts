import { expect, it } from 'vitest'
import { createInspectorWindow } from '../../../src/main/diagnostics/inspector/inspector-window'
import { companionWindowTable } from '../../../src/main/platform/window/companion-window-table'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'

function stage() {
  const told: unknown[] = []
  let open = false
  const handlers = createInspectorWindow({
    platform: {
      kind: 'electron',
      runtime: 'Electron 1',
      operatingSystem: 'linux',
      systemLocale: 'ja',
      desktop: null,
      openSideWindow(kind) {
        open = true
        told.push(`opened ${kind}`)
      },
      sideWindowOpen: () => open,
    },
    registry: { page: () => ({ conversations: [], next: null }), currentId: () => 'conversation-1', statuses: () => [] },
    version: '1',
    settings: () => defaultSettings,
    emit: (name, payload) => told.push({ [name]: payload }),
  })
  return { handlers, told }
}

it('the frames of a message are shown in the window if it is open, which gets the message; otherwise the page shows them', async () => {
  const { handlers, told } = stage()
  expect(await handlers['inspector.open']({ messageId: 'message-1', onlyIfOpen: true })).toEqual({ opened: false })
  expect(told).toEqual([])
  expect(await handlers['inspector.open']({ messageId: 'message-1', onlyIfOpen: false })).toEqual({ opened: true })
  expect(told).toEqual(['opened inspector'])
  expect(await handlers['inspector.window'](null)).toMatchObject({ currentConversationId: 'conversation-1', messageId: 'message-1' })
  expect(await handlers['inspector.open']({ messageId: 'message-2', onlyIfOpen: true })).toEqual({ opened: true })
  expect(told.slice(1)).toEqual([{ 'inspector.show': { messageId: 'message-2' } }, 'opened inspector'])
  await handlers['inspector.showMessage']({ conversationId: 'conversation-1', messageId: 'message-2' })
  expect(told.at(-1)).toEqual({ 'message.show': { conversationId: 'conversation-1', messageId: 'message-2' } })
})

it('the window may neither talk, answer questions, change settings nor reach keys', () => {
  const calls: readonly string[] = companionWindowTable.inspector.calls
  const forbidden = ['talk', 'microphone', 'approval', 'settings', 'key', 'text', 'tool', 'rules', 'gateway', 'history', 'storage', 'link']
  expect(calls.filter((name) => forbidden.includes(name.split('.')[0] ?? ''))).toEqual([])
})
