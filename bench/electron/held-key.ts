import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { now } from './now'

/** The talk key on the X server. */
export interface HeldKey {
  /** Gives when it was pressed. */
  down(): number
  up(): void
  close(): Promise<void>
}

/** One program that presses the key again and again: starting one for every press would be measured too. */
export function holdTalkKey(): HeldKey {
  const typist = spawn('xdotool', ['-'], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(typist, 'exit')
  return {
    down() {
      const at = now()
      typist.stdin.write('keydown Control_R\n')
      return at
    },
    up: () => void typist.stdin.write('keyup Control_R\n'),
    async close() {
      typist.stdin.end()
      await ended
    },
  }
}
