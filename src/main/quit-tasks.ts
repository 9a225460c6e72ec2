import type { Clock } from '../shared/lib/clock'
import type { Disposable } from './platform'

/** What has to be finished before the app ends. */
export interface QuitTasks {
  add(task: () => Promise<void>): Disposable
  /** Runs the tasks once, all at the same time, and resolves when they are done or the time is up. Never rejects. */
  run(): Promise<void>
}

const longestMs = 5000

/** Collects the work that an orderly end waits for; a task that fails or hangs does not keep the app from ending. */
export function quitTasks(clock: Clock, report: (what: string, detail: unknown) => void): QuitTasks {
  const tasks = new Set<() => Promise<void>>()
  let running: Promise<void> | null = null
  const runAll = async (): Promise<void> => {
    const done = Promise.all([...tasks].map((task) => task().catch((error: unknown) => report('a task before the end failed', error))))
    await new Promise<void>((resolve) => {
      const timer = clock.after(longestMs, resolve)
      void done.then(() => {
        timer.cancel()
        resolve()
      })
    })
  }
  return {
    add(task) {
      tasks.add(task)
      return { dispose: () => void tasks.delete(task) }
    },
    run: () => (running ??= runAll()),
  }
}
