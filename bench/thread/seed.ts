import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../src/main/lib/system-clock'
import { openStore } from '../../src/main/storage/database/open-store'
import { SETTINGS_FILE, writeSettings } from '../../src/main/storage/settings/settings-file'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import type { UIMessage } from '../../src/shared/protocol/ui-message'
import { sized } from '../lib/sized'

/** How long the thread is. */
export const MESSAGES = sized(10_000, 400)
export const TITLE = 'Ten thousand messages'

/** The id of a message by its place, from 0 on. */
export const messageId = (place: number): string => `message-${place}`

/** Writes one long conversation, such as people have, into the store of a new data folder, and a newer one that the app opens at its start. */
export function seedThread(folder: string): void {
  writeFileSync(join(folder, SETTINGS_FILE), writeSettings({ ...defaultSettings, setUp: 'done', closeWindow: 'quit' }))
  const opened = openStore(folder, { clock: systemClock, unreadable: () => undefined })
  if (!opened.ok) throw new Error(opened.error.message)
  const { store } = opened.value
  store.durably(() => {
    store.conversations.create('conversation-long', TITLE)
    for (let place = 0; place < MESSAGES; place += 1) store.messages.save('conversation-long', `turn-${place >> 1}`, message(place))
    store.conversations.create('conversation-newer', 'Said last')
    store.messages.save('conversation-newer', 'turn-newer', { ...message(0), id: 'message-newer' })
  })
  store.close()
}

function message(place: number): UIMessage {
  const turnId = `turn-${place >> 1}`
  const isUser = place % 2 === 0
  const text = isUser ? question(place) : answer(place)
  const metadata = isUser ? { turnId } : { turnId, ...counts(place) }
  return { id: messageId(place), role: isUser ? 'user' : 'assistant', metadata, parts: [{ type: 'text', text, state: 'done' }] }
}

/** What the service counts for an answer, and what that costs, as the converter writes it. */
function counts(place: number) {
  const [inputTokens, outputTokens] = [900 + place, 40 + (place % 60)]
  const promptTokensDetails = [{ modality: 'TEXT', tokenCount: inputTokens }]
  const cost = { model: 'gemini-3.8-flash', currency: 'USD', amount: inputTokens * 2e-6, pricesOf: '2026-09-20' }
  return { usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, promptTokensDetails }, cost }
}

function question(place: number): string {
  return `Question ${place}: ${'which of the parcels came too late, and why? '.repeat(1 + (place % 3))}`
}

/** Plain words, now and then a list, a table or code. */
function answer(place: number): string {
  const words = `Answer ${place}. ${'The **carrier** says that the belt stood still for most of the day. '.repeat(1 + (place % 5))}`
  switch (place % 20) {
    case 5:
      return `${words}\n\n- Osaka\n- Kyoto, 12 parcels\n- Nagoya`
    case 11:
      return `${words}\n\n| hub | late |\n|---|--:|\n| Osaka | 31 |\n| Kyoto | 12 |`
    case 17:
      return `${words}\n\n\`\`\`sql\nSELECT hub, count(*) FROM parcels WHERE late GROUP BY hub\n\`\`\``
    default:
      return words
  }
}
