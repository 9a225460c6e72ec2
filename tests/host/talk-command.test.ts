import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runTalk } from '../../src/main/cli/talk'
import { controlAddress } from '../../src/main/desktop/control/control-server'
import { startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { tempFolder } from '../support/temp-folder'

/** Runs the command; returns its exit code and its output. */
async function talk(...args: string[]): Promise<{ readonly code: number; readonly said: string }> {
  let said = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      said += String(chunk)
      done()
    },
  })
  return { code: await runTalk(args, { XDG_CONFIG_HOME: '/nonexistent' }, sink, sink), said }
}

async function runningApp(userDataFolder: string) {
  const app = await startInProcess({ fixtures: [await bundledFixture('weather')], userDataFolder })
  onTestFinished(() => app.stop())
  const phase = () => app.told('talk.state').at(-1)?.phase
  return { app, phase }
}

describe('parley talk', () => {
  it('starts and stops talking in the running Parley, repeatedly', async () => {
    const folder = await tempFolder()
    const { phase } = await runningApp(folder)
    expect(await talk('start', '--data', folder)).toEqual({ code: 0, said: 'Parley listens.\n' })
    expect(phase()).toBe('arming')
    expect(await talk('start', '--data', folder)).toMatchObject({ said: 'Parley listens.\n' })
    expect(await talk('stop', '--data', folder)).toEqual({ code: 0, said: 'Parley does not listen.\n' })
    expect(await talk('stop', '--data', folder)).toMatchObject({ said: 'Parley does not listen.\n' })
    expect(await talk('toggle', '--data', folder)).toMatchObject({ said: 'Parley listens.\n' })
  })

  it('says that none runs, and what it needs', async () => {
    const folder = await tempFolder()
    expect(await talk('start', '--data', folder)).toMatchObject({ code: 1, said: expect.stringContaining('Parley is not running') })
    expect(await talk('start')).toMatchObject({ code: 1 })
    expect(await talk('louder')).toMatchObject({ code: 2, said: expect.stringContaining('start, stop, toggle') })
  })

  it('reaches its app even after a crashed run, and other users can’t use the socket', async () => {
    const folder = await tempFolder()
    await writeFile(controlAddress(folder), '')
    await runningApp(folder)
    await expect.poll(async () => (await talk('toggle', '--data', folder)).code).toBe(0)
    expect((await stat(controlAddress(folder))).mode & 0o077).toBe(0)
  })

  it('works if the path of the data folder is too long for a socket', async () => {
    const folder = join(await tempFolder(), 'a'.repeat(120))
    await mkdir(folder)
    await runningApp(folder)
    await expect.poll(async () => (await talk('toggle', '--data', folder)).code).toBe(0)
  })

  it.each([
    ['another verb', '{"talk":"shout"}\n'],
    ['no JSON', 'talk\n'],
    ['without end', 'x'.repeat(5000)],
  ])('is not disturbed by a stranger who sends %s', async (_how, line) => {
    const folder = await tempFolder()
    const { phase } = await runningApp(folder)
    await expect.poll(async () => (await talk('stop', '--data', folder)).code).toBe(0)
    const socket = connect(controlAddress(folder))
    socket.on('error', () => undefined)
    socket.write(line)
    socket.resume()
    await once(socket, 'close')
    expect(phase()).toBeUndefined()
    expect((await talk('start', '--data', folder)).code).toBe(0)
  })

  it('takes one command of a connection, whatever comes after its line', async () => {
    const folder = await tempFolder()
    const { app } = await runningApp(folder)
    const socket = connect({ path: controlAddress(folder), allowHalfOpen: true })
    socket.on('error', () => undefined)
    socket.write('{"talk":"toggle"}\n')
    await once(socket, 'data')
    await new Promise((written) => socket.write('{"talk":"toggle"}\n', written))
    socket.end()
    expect((await talk('start', '--data', folder)).said).toBe('Parley listens.\n')
    expect(app.told('talk.state').map(({ phase }) => phase)).toEqual(['arming'])
  })

  it.each([
    ['that others may write to', 0o666, 0o700],
    ['in a folder where others could put another in its place', 0o600, 0o777],
  ])('does not speak to a socket %s', async (_what, ofSocket, ofFolder) => {
    const folder = await tempFolder()
    let heard = 0
    const stranger = createServer(() => {
      heard += 1
    }).listen(controlAddress(folder))
    await once(stranger, 'listening')
    await chmod(controlAddress(folder), ofSocket)
    await chmod(folder, ofFolder)
    expect(await talk('start', '--data', folder)).toMatchObject({ code: 1, said: expect.stringContaining('Parley is not running') })
    expect(heard).toBe(0)
    stranger.close()
  })

  it('is a command of the built program', async () => {
    const folder = await tempFolder()
    await runningApp(folder)
    const child = spawn(process.execPath, ['bin/parley.mjs', 'talk', 'toggle', '--data', folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const [code] = await once(child, 'exit')
    expect({ code, said }).toEqual({ code: 0, said: 'Parley listens.\n' })
  })
})
