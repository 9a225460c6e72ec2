import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readServersJson } from '../../../src/shared/servers/read-servers-json'

const read = (value: unknown, taken?: readonly string[]) => readServersJson(JSON.stringify(value), taken)
/** As in the files of other assistants, where it is no template of JavaScript. */
const placeholder = (name: string) => `$\{${name}}`
const files = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/aki/notes'] }

test.each(['mcpServers', 'servers', 'context_servers'])('the servers of an object %s are read with the exact command', (key) => {
  expect(read({ [key]: { 'My Files': { ...files, env: { TOKEN: 'secret', LEVEL: 3 }, cwd: '/tmp' } } })).toEqual({
    servers: [
      {
        source: 'My Files',
        server: {
          ...{ kind: 'command', name: 'my-files', on: true, trusted: false },
          ...{ command: 'npx', args: files.args, folder: '/tmp', variables: ['TOKEN', 'LEVEL'] },
        },
        variables: { TOKEN: 'secret', LEVEL: '3' },
        missing: [],
      },
    ],
    problems: [],
  })
})

test('an address, and servers without an object around them, are read, too', () => {
  expect(read({ docs: { type: 'http', url: 'https://example.com/mcp' } })?.servers).toMatchObject([
    { server: { kind: 'address', name: 'docs', address: 'https://example.com/mcp' } },
  ])
})

test('comments and last commas are no fault, and texts that look like them stay', () => {
  const text = '{ // mine\n "servers": { /* one */ "a": { "command": "echo", "args": ["// no comment", ",}",], }, } }'
  expect(readServersJson(text)?.servers).toMatchObject([{ server: { args: ['// no comment', ',}'] } }])
})

test('values that stand elsewhere are named, and a command with such a value is not taken', () => {
  const found = read({
    servers: {
      a: { ...files, env: { KEY: placeholder('input:key'), HOST: 'x' } },
      b: { command: 'node', args: [placeholder('workspaceFolder')] },
    },
  })
  expect(found?.servers).toMatchObject([{ variables: { HOST: 'x' }, missing: ['KEY'] }])
  expect(found?.problems).toEqual([{ source: 'b', problem: 'placeholder' }])
})

test('what Parley can’t use is said', () => {
  const servers = {
    web: { url: 'http://example.com' },
    keyed: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer x' } },
    none: { disabled: true },
    list: [],
  }
  expect(read({ servers })?.problems).toEqual([
    { source: 'web', problem: 'unreadable' },
    { source: 'keyed', problem: 'headers' },
    { source: 'none', problem: 'unreadable' },
    { source: 'list', problem: 'unreadable' },
  ])
})

test('names are those that Parley takes, and none is there twice', () => {
  const names = fc.uniqueArray(
    fc.string({ minLength: 1, maxLength: 60 }).filter((name) => name !== '__proto__'),
    { minLength: 1, maxLength: 20 },
  )
  fc.assert(
    fc.property(names, (sources) => {
      const found = read({ mcpServers: Object.fromEntries(sources.map((source) => [source, files])) }, ['server', 'a'])
      const given = found?.servers.map(({ server }) => server.name) ?? []
      expect(given).toHaveLength(sources.length)
      expect(new Set([...given, 'server', 'a']).size).toBe(sources.length + 2)
    }),
  )
})

test.each(['', '[]', 'null', '{}', '{"theme":"dark"}', 'npx -y server', '{"mcpServers":', '{"mcpServers":[]}'])(
  '%s is no configuration',
  (text) => {
    expect(readServersJson(text)).toBeNull()
  },
)

test('any text is read without a fault', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readServersJson(text)))
})
