import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import type { RunningApp } from './app'

/** The talk key, held and released. */
export interface TalkKey {
  down(): Promise<void>
  up(): Promise<void>
  dispose(): Promise<void>
}

/**
 * In Electron the key is pressed on the X server while another program's window has the focus; on the headless host, which
 * has no system-wide key, in the page.
 */
export async function talkKeyOf(app: RunningApp): Promise<TalkKey> {
  const { page } = app
  if (app.electron === null) {
    return { down: () => page.keyboard.down('ControlRight'), up: () => page.keyboard.up('ControlRight'), dispose: () => Promise.resolve() }
  }
  const other = await openOtherWindow()
  return {
    async down() {
      execFileSync('xdotool', ['keydown', 'Control_R'])
    },
    async up() {
      execFileSync('xdotool', ['keyup', 'Control_R'])
    },
    async dispose() {
      const ended = new Promise((done) => other.once('exit', done))
      other.kill()
      await ended
    },
  }
}

/** Opens a terminal and focuses it; resolves when the X server confirms it. */
export async function openOtherWindow(): Promise<ChildProcess> {
  const other = spawn('xterm', ['-T', 'another program', '-e', 'cat'], { stdio: 'ignore' })
  const identifier = execFileSync('xdotool', ['search', '--sync', '--onlyvisible', '--name', 'another program'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
    .trim()
    .split('\n')[0]
  if (identifier === undefined) throw new Error('the other window did not open')
  execFileSync('xdotool', ['windowfocus', '--sync', identifier], { timeout: 60_000 })
  const focused = execFileSync('xdotool', ['getwindowfocus'], { encoding: 'utf8' }).trim()
  if (focused !== identifier) throw new Error('the other window did not get the focus')
  return other
}
