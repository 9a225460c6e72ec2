import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An X display with a window manager, separate from all other tests. */
export interface ManagedDisplay {
  /** A folder of its own for the user data of the programs on it. */
  readonly folder: string
  close(): Promise<void>
}

/** Starts it, and makes it the display of this test file: programs started from now on open their windows there. */
export async function openManagedDisplay(): Promise<ManagedDisplay> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x960x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await firstLine(server)
  const folder = await mkdtemp(join(tmpdir(), 'parley-display-'))
  const before = process.env.DISPLAY
  process.env.DISPLAY = `:${number}`
  const manager = spawn('openbox', ['--sm-disable'], { stdio: 'ignore' })
  return {
    folder,
    async close() {
      if (before === undefined) delete process.env.DISPLAY
      else process.env.DISPLAY = before
      for (const one of [manager, server]) await end(one)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function firstLine({ stdio }: ChildProcess): Promise<string> {
  const told = stdio[3]
  if (told === null || told === undefined || !('setEncoding' in told)) throw new Error('the X server says nothing')
  let text = ''
  return new Promise((resolve, reject) => {
    told.setEncoding('utf8').on('data', (more: string) => {
      text += more
      if (text.includes('\n')) resolve(text.trim())
    })
    told.once('close', () => reject(new Error('the X server did not start')))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
