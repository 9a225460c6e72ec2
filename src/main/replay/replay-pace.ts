import type { Clock, Timer } from '../../shared/lib/clock'

/** How fast a recording is played, and whether it goes on at all. */
export interface ReplayPace {
  /** Its timers run out as ever, and what they were to do waits while the pace is paused. */
  readonly clock: Clock
  /** Recorded gaps are divided by this. */
  speed(): number
  isPaused(): boolean
  setSpeed(speed: number | null): void
  pause(): void
  /** Everything that has waited is done, in order; then it goes on as recorded. */
  resume(): void
  /** Lets one thing happen: what waited first, or what would have come next. */
  step(): void
}

interface Task {
  readonly run: () => void
  readonly timer: Timer
  due: boolean
}

/** Makes a pace; `usual` is the speed as long as nobody chose another. */
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
