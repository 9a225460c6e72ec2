import type { Clock, Timer } from '../../shared/lib/clock'

/** The speed of a recording, and whether it is paused. */
export interface ReplayPace {
  /** A clock whose timers expire as usual; their callbacks wait while the pace is paused. */
  readonly clock: Clock
  /** Recorded gaps are divided by this. */
  speed(): number
  isPaused(): boolean
  setSpeed(speed: number | null): void
  pause(): void
  /** Runs all waiting callbacks, in order; then continues as recorded. */
  resume(): void
  /** Runs one callback: the first waiting one, or the next to come. */
  step(): void
}

interface Task {
  readonly run: () => void
  readonly timer: Timer
  due: boolean
}

/** Creates a pace; `usual` is the speed until another is chosen. */
export function createReplayPace(clock: Clock, usual: () => number): ReplayPace {
  const tasks = new Set<Task>()
  let chosen: number | null = null
  let paused = false

  function happen(task: Task): void {
    task.timer.cancel()
    tasks.delete(task)
    task.run()
  }

  return {
    clock: {
      now: () => clock.now(),
      after(delayMs, run) {
        const timer = clock.after(delayMs, () => {
          task.due = true
          if (!paused) happen(task)
        })
        const task: Task = { run, timer, due: false }
        tasks.add(task)
        return {
          cancel() {
            timer.cancel()
            tasks.delete(task)
          },
        }
      },
    },
    speed: () => chosen ?? usual(),
    isPaused: () => paused,
    setSpeed(speed) {
      chosen = speed
    },
    pause() {
      paused = true
    },
    resume() {
      paused = false
      for (const task of [...tasks]) if (task.due && tasks.has(task)) happen(task)
    },
    step() {
      const [next] = tasks
      if (next !== undefined) happen(next)
    },
  }
}
