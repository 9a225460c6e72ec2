import type { ToolServer } from '../../src/shared/servers/tool-server'
import { startInProcess } from './app-in-process'
import { paperDesktop } from './paper-desktop'

/**
 * The app in a process of its own: it adds this server (JSON) and a rule that lets its tools run, unless an earlier run did, opens the
 * conversations there are, and lets the model make a call in a new one. Runs until it is killed; SIGTERM makes it say what it told its
 * windows last.
 */
export async function callUntilKilled(folder: string, serviceAddress: string, given: string): Promise<void> {
  process.env.GOOGLE_GEMINI_BASE_URL = serviceAddress
  const app = await startInProcess({
    ...{ fixtures: [], userDataFolder: folder, desktop: paperDesktop(), environment: { GEMINI_API_KEY: 'a-key-for-tests' } },
    onTrouble: (event, facts) => process.stderr.write(`${event} ${JSON.stringify(facts)}\n`),
  })
  process.once('SIGTERM', () => {
    const names = ['toolServers.changed', 'conversation.status', 'approval.changed'] as const
    process.stderr.write(names.map((name) => `${name} ${JSON.stringify(app.told(name).slice(-2))}\n`).join(''), () => process.exit(1))
  })
  const server: ToolServer = JSON.parse(given)
  const { servers } = await app.call('toolServers.list', null)
  if (servers.length === 0) {
    await app.call('toolServers.save', { server, variables: {} })
    await app.until(() => JSON.stringify(app.told('toolServers.changed').at(-1)).includes('"phase":"ready"'))
    const rule = { ruleId: null, name: { en: 'allow' }, tool: `${server.name}__*`, matchers: [], effect: 'allow' } as const
    await app.call('rules.save', { rule: { ...rule, scope: { kind: 'always' } } })
  }
  const { conversations } = await app.call('app.bootstrap', null)
  for (const { conversationId } of conversations) await app.call('conversation.open', { conversationId })
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Write it down' })
}
