import { readFileSync } from 'node:fs'

/** Whether a process runs; one that has ended and was not collected by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
