import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import type { Clock } from '../../shared/lib/clock'

/** ms after which a process that does not end by itself is killed. */
const EXIT_TIMEOUT_MS = 2000

/** The groups that were not ended yet: they are killed if Parley exits without ending them. */
const running = new Set<number>()
let isWatching = false

/** Kills the group of this process if Parley exits before `endGroup` did. The process must have been started with `detached`. */
export function watchGroup(pid: number): void {
  running.add(pid)
  if (isWatching) return
  isWatching = true
  process.once('exit', () => {
    for (const group of running) signalGroup(group, 'SIGKILL')
  })
}

/**
 * Ends a process and all that it started: its input ends, then it is asked to end, then it is killed. Resolves when the whole group was
 * signalled for the last time. Never rejects.
 */
export async function endGroup(child: ChildProcess, clock: Clock): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  child.stdin?.end()
  if (child.exitCode === null && child.signalCode === null) {
    signalGroup(pid, 'SIGTERM')
    await new Promise<void>((resolve) => {
      const timer = clock.after(EXIT_TIMEOUT_MS, resolve)
      child.once('exit', () => {
        timer.cancel()
        resolve()
      })
    })
  }
  // what the process started may still run, for example node under npx
  signalGroup(pid, 'SIGKILL')
  running.delete(pid)
  child.stdout?.destroy()
  child.stderr?.destroy()
}

function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
    else process.kill(-pid, signal)
  } catch {
    // it has ended
  }
}
