import { describe, expect, it } from 'vitest'
import { emptyServerDraft, readServerDraft } from '../../../src/renderer/settings/servers/server-draft'

describe('what is typed about a server', () => {
  const typed = { ...emptyServerDraft, name: 'notes', command: ' npx ', args: '-y\nnotes server\n\n --flag ', folder: ' /tmp ' }

  it('is one argument a line, exactly as typed, and one variable a line', () => {
    expect(readServerDraft({ ...typed, variables: 'KEY=a=b \n\nEMPTY=' })).toEqual({
      server: {
        kind: 'command',
        name: 'notes',
        on: true,
        trusted: false,
        command: 'npx',
        args: ['-y', 'notes server', ' --flag '],
        variables: ['KEY', 'EMPTY'],
        folder: '/tmp',
      },
      variables: { KEY: 'a=b ', EMPTY: '' },
    })
  })

  it.each([
    ['npx -y  server "/home/ann/My notes" \'a "b"\' ~/c', 'npx', ['-y', 'server', '/home/ann/My notes', 'a "b"', '~/c']],
    ['uvx notes-server', 'uvx', ['notes-server']],
  ])('a whole line pasted as the command is cut into words: %s', (line, command, args) => {
    expect(readServerDraft({ ...typed, command: line, args: '' })?.server).toMatchObject({ command, args })
  })

  it.each([
    '/opt/My App/server',
    'My\\ App/server x',
    'npx a"b"',
    'npx "a',
    'npx $HOME',
    'npx "$HOME"',
    'npx a; rm -rf b',
    'npx a > b',
    'npx a && b',
    'C:\\a b',
  ])('a line in which a shell would do more is taken as typed: %s', (line) => {
    expect(readServerDraft({ ...typed, command: line, args: '' })?.server).toMatchObject({ command: line, args: [] })
  })

  it('a command with arguments of its own is taken as typed', () => {
    expect(readServerDraft({ ...typed, command: 'my server', args: 'a' })?.server).toMatchObject({ command: 'my server', args: ['a'] })
  })

  it('is an address without command and variables', () => {
    const read = readServerDraft({ ...typed, kind: 'address', address: ' https://example.com/mcp ', variables: 'KEY=a' })
    expect(read).toEqual({
      server: { kind: 'address', name: 'notes', on: true, trusted: false, address: 'https://example.com/mcp' },
      variables: {},
    })
  })

  it('is a client ID with the address if there is one, whose secret is a value for the key store', () => {
    const address = { ...typed, kind: 'address', address: 'https://example.com/mcp', clientSecret: 'shh' } as const
    expect(readServerDraft(address)?.variables).toEqual({})
    expect(readServerDraft({ ...address, clientId: ' Iv1.0123 ' })).toMatchObject({
      server: { clientId: 'Iv1.0123' },
      variables: { client_secret: 'shh' },
    })
    expect(JSON.stringify(readServerDraft({ ...address, clientId: 'Iv1.0123' })?.server)).not.toContain('shh')
  })

  it.each([
    ['no command', { command: '' }],
    ['a name with a space', { name: 'my notes' }],
    ['a variable without a value', { variables: 'KEY' }],
    ['a variable with an odd name', { variables: 'MY KEY=1' }],
    ['an address that is not protected', { kind: 'address', address: 'http://example.com' } as const],
  ])('with %s is not sent', (_, change) => {
    expect(readServerDraft({ ...typed, ...change })).toBeNull()
  })
})
