import type { Clock } from '../../shared/lib/clock'
import type { Disposable } from './platform'

/** Work that must finish before the app ends. */
export interface QuitTasks {
  add(task: () => Promise<void>): Disposable
  /** See `Platform.endByForce`. */
  endByForce(): void
  /**
   * Runs the tasks once, in parallel, and resolves when they are done or time is up. Never rejects. `by-force`: the process may wait
   * for itself forever, and must be killed (`killProcess`).
   */
  run(): Promise<'in-order' | 'by-force'>
}

const longestMs = 5000

/**
 * The last step of a forced end. Nothing less ends a process reliably: `process.exit` and the end of Electron wait for every thread,
 * including one that waits for them.
 */
export function killProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** Collects the work that an orderly end waits for; a task that fails or hangs does not stop the app from ending. */
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

/** Runs the tasks when the app is about to quit, and quits it then. Returns the listener of that event. */
export function quitListener(tasks: QuitTasks, quit: () => void): (event: { preventDefault(): void }) => void {
  let done = false
  return (event) => {
    if (done) return
    event.preventDefault()
    void tasks.run().then((how) => {
      if (how === 'by-force') killProcess()
      done = true
      // not while Electron is still inside this event, when it ignores a second `quit`
      setImmediate(quit)
    })
  }
}

/** The part, which is disposed of before the app ends, unless that was done before. */
export function disposedAtQuit<Part extends Disposable>(tasks: QuitTasks, part: Part): Part {
  const atQuit = tasks.add(async () => part.dispose())
  return {
    ...part,
    dispose() {
      atQuit.dispose()
      part.dispose()
    },
  }
}
