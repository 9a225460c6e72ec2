import { expect, it } from 'vitest'
import { memorySecretStore } from '../../../src/main/platform/secrets/secret-store'
import { createToolServers } from '../../../src/main/servers/tool-servers'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import { sourceFiles } from '../../lint/source-files'
import { createFakeClock } from '../../support/fake-clock'

it('the client library of MCP is loaded by no import at the start of a file, but only when a server starts or the user signs in', () => {
  const files = sourceFiles(['src'])
  const atStart = files.filter(({ text }) => /^import (?!type )[^\n]*'@modelcontextprotocol\//m.test(text))
  expect(atStart.map(({ place }) => place)).toEqual([])
  const later = files.filter(({ text }) => text.includes("import('@modelcontextprotocol/"))
  expect(later.map(({ place }) => place).sort()).toEqual([
    'src/main/servers/argument-check.ts',
    'src/main/servers/server-connection.ts',
    'src/main/servers/sign-in/server-sign-in.ts',
    'src/main/servers/sign-in/sign-in-attempt.ts',
    'src/main/servers/sign-in/sign-in-tokens.ts',
  ])
})

it('a session without servers that are on connects to none', async () => {
  const clock = createFakeClock()
  const { toolServers: table } = openMemoryStore({ clock, unreadable: () => {} })
  table.save({ kind: 'address', name: 'web', on: false, trusted: false, address: 'https://example.com/mcp' }, 0, false, [])
  let connections = 0
  const servers = createToolServers({
    ...{ table, clock, secrets: memorySecretStore(), version: '0.0.0', environment: {} },
    elicitations: { ask: () => Promise.resolve({ kind: 'cancel' }), callEnded: () => {} },
    openPage: () => Promise.resolve(),
    signedInText: () => '',
    onProgress: () => {},
    onCallMessage: () => {},
    mayStart: () => true,
    onTools: () => {},
    onChange: () => {},
    report: () => {},
    connect() {
      connections += 1
      return Promise.reject(new Error('nobody'))
    },
  })
  servers.wake()
  await servers.close()
  expect({ connections, tools: servers.tools(), timers: clock.pending() }).toEqual({ connections: 0, tools: [], timers: 0 })
})
