import type { Clock } from '../../shared/lib/clock'
import type { Disposable } from './platform'

/** What has to be finished before the app ends. */
export interface QuitTasks {
  add(task: () => Promise<void>): Disposable
  /** See `Platform.endByForce`. */
  endByForce(): void
  /**
   * Runs the tasks once, all at the same time, and resolves when they are done or the time is up. Never rejects. `by-force`: the
   * process may wait for itself without end, and has to be killed (`killProcess`).
   */
  run(): Promise<'in-order' | 'by-force'>
}

const longestMs = 5000

/**
 * The last step of an end by force. Nothing less ends a process for sure: `process.exit` and the end of Electron wait for every
 * thread, also for one that waits for them.
 */
export function killProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** Collects the work that an orderly end waits for; a task that fails or hangs does not keep the app from ending. */
export function quitTasks(clock: Clock, report: (what: string, detail: unknown) => void): QuitTasks {
  const tasks = new Set<() => Promise<void>>()
  let running: Promise<'in-order' | 'by-force'> | null = null
  let byForce = false
  const runAll = async (): Promise<'in-order' | 'by-force'> => {
    const done = Promise.all([...tasks].map((task) => task().catch((error: unknown) => report('a task before the end failed', error))))
    await new Promise<void>((resolve) => {
      const timer = clock.after(longestMs, () => {
        report('the end took too long', `more than ${longestMs} ms`)
        byForce = true
        resolve()
      })
      void done.then(() => {
        timer.cancel()
        resolve()
      })
    })
    return byForce ? 'by-force' : 'in-order'
  }
  return {
    add(task) {
      tasks.add(task)
      return { dispose: () => void tasks.delete(task) }
    },
    endByForce() {
      byForce = true
    },
    run: () => (running ??= runAll()),
  }
}
