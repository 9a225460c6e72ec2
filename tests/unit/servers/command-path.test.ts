import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCommandPath, isUnsafeForBatch } from '../../../src/main/servers/command-path'
import { tempFolder } from '../../support/temp-folder'

it('a command that the user installs after it was not found is found at the next start; the login shell is asked no more than needed', async () => {
  const folder = tempFolder()
  let asked = 0
  const { find } = createCommandPath({ PATH: '/nowhere' }, () => {
    asked += 1
    return Promise.resolve(asked === 1 ? '/elsewhere' : `/elsewhere:${folder}`)
  })
  expect(await find('notes-server')).toEqual({ found: false, path: '/elsewhere', file: 'notes-server' })
  const file = join(folder, 'notes-server')
  writeFileSync(file, '')
  chmodSync(file, 0o755)
  const there = { found: true, path: `/elsewhere:${folder}`, file: 'notes-server' }
  for (let start = 0; start < 2; start += 1) expect(await find('notes-server')).toEqual(there)
  expect(asked).toBe(2)
})

describe('on Windows', () => {
  const nodejs = 'C:\\Program Files\\nodejs'
  const path = `C:\\Windows;;"${nodejs}";C:\\Tools`
  /** Looks for a command where these files are. */
  const find = (command: string, files: readonly string[], environment = {}) =>
    createCommandPath({ Path: path, PATHEXT: '.COM;.EXE;.BAT;.CMD', ...environment }, () => Promise.resolve(null), {
      isWindows: true,
      isExecutable: (file) => Promise.resolve(files.includes(file)),
    }).find(command)

  it.each([
    ['npx', [`${nodejs}\\npx`, `${nodejs}\\npx.cmd`], `${nodejs}\\npx.cmd`],
    ['npx.cmd', [`${nodejs}\\npx.cmd`], `${nodejs}\\npx.cmd`],
    ['node', [`${nodejs}\\node.exe`, `${nodejs}\\node.cmd`], `${nodejs}\\node.exe`],
    ['uvx', ['C:\\Tools\\uvx.exe'], 'C:\\Tools\\uvx.exe'],
    ['C:\\Tools\\notes', ['C:\\Tools\\notes.bat'], 'C:\\Tools\\notes.bat'],
  ])('the command %s is the first file with an ending that Windows starts, by its whole path', async (command, files, file) => {
    expect(await find(command, files)).toEqual({ found: true, path, file })
  })

  it('a command in the folder of the process alone, or without an ending, is not found; which PATH was searched is said', async () => {
    expect(await find('npx', ['npx.cmd', '.\\npx.cmd', `${nodejs}\\npx`])).toEqual({ found: false, path, file: 'npx' })
  })

  it('an argument that a batch file would get in another way is refused; a program gets any', () => {
    for (const argument of ['a"b', '%PATH%', 'a\nb', 'a\rb']) {
      expect(isUnsafeForBatch(`${nodejs}\\npx.CMD`, ['-y', argument])).toBe(true)
      expect(isUnsafeForBatch(`${nodejs}\\node.exe`, ['-y', argument])).toBe(false)
    }
    expect(isUnsafeForBatch(`${nodejs}\\npx.cmd`, ['-y', 'server', 'C:\\My notes', 'a & b', "'"])).toBe(false)
  })

  it('npx.cmd is started through the command interpreter, with each argument quoted', () => {
    const program = `
      Object.defineProperty(process, 'platform', { value: 'win32' })
      process.env.comspec = 'cmd.exe'
      const { command, args, options } = require('cross-spawn')._parse(process.argv[1], ['-y', 'a & b'], {})
      process.stdout.write(JSON.stringify({ command, args, verbatim: options.windowsVerbatimArguments }))`
    const parsed: unknown = JSON.parse(execFileSync(process.execPath, ['-e', program, `${nodejs}\\npx.cmd`], { encoding: 'utf8' }))
    expect(parsed).toEqual({
      command: 'cmd.exe',
      args: ['/d', '/s', '/c', String.raw`"C:\Program^ Files\nodejs\npx.cmd ^"-y^" ^"a^ ^&^ b^""`],
      verbatim: true,
    })
  })
})
