import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { loadFixture } from '../../src/main/replay/simulator/load-fixture'
import { startInProcess } from './app-in-process'

/** The messages of this app. */
export const SAID_UNWRITABLE = 'Said where nothing can be written'

/**
 * Starts the app over a folder that it may not write to, sends a message in a new conversation, leaves a draft, and quits on
 * request. Prints what a user would see, a line each. Runs in a process of its own, with a user's rights.
 */
export async function talkUnwritably(folder: string, recording: string, earlier: string): Promise<void> {
  const say = (line: string): void => void writeSync(1, `${line}\n`)
  const fixture = await loadFixture(recording)
  if (!fixture.ok) throw new Error(fixture.error.message)
  const app = await startInProcess({ fixtures: [fixture.value], speed: 50, userDataFolder: folder })
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: SAID_UNWRITABLE })
  await app.until(() => app.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish'))
  await app.call('draft.save', { conversationId, text: 'half a thought' })
  const settings = await app.call('settings.update', { theme: 'dark' }).then(
    (after) => after.theme,
    (error: unknown) => `not saved: ${String(error)}`,
  )
  const { notices, conversations } = await app.call('app.bootstrap', null)
  const { messages } = await app.call('conversation.open', { conversationId })
  say(
    JSON.stringify({
      notices: notices.map(({ kind }) => kind),
      details: notices.map(({ detail }) => detail),
      said: JSON.stringify(messages[0]).includes(SAID_UNWRITABLE),
      roles: messages.map(({ role }) => role),
      draft: (await app.call('draft.read', { conversationId })).text,
      earlier: conversations.some((one) => one.conversationId === earlier),
      settings,
    }),
  )
  createInterface({ input: process.stdin }).once('line', async () => {
    await app.until(() => app.told('notice.gone').length > 0)
    await app.stop()
    process.exit(0)
  })
}
