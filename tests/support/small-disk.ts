import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempFolder } from './temp-folder'

/** A folder on a disk that a test can fill. */
export interface SmallDisk {
  readonly folder: string
  /** From now on nothing more fits on it. */
  fill(): void
  free(): void
}

const PIECES = [64 * 1024, 4096, 1]

/**
 * A disk of 12 MB in memory where this process may mount one. Where it may not, the system refuses every write of this process to
 * a file while the disk is "full". Released after the test; what uses it must be stopped before.
 */
export function smallDisk(): SmallDisk {
  const folder = tempFolder()
  if (!isMounted(folder)) return limitedDisk(folder)
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  const ballast = (size: number) => join(folder, `ballast-${size}`)
  return {
    folder,
    fill() {
      for (const size of PIECES) fillWith(ballast(size), Buffer.alloc(size))
    },
    free() {
      for (const size of PIECES) rmSync(ballast(size), { force: true })
    },
  }
}

function isMounted(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function fillWith(path: string, piece: Uint8Array): void {
  const file = openSync(path, 'a')
  try {
    for (;;) writeSync(file, piece)
  } catch {
    // full
  } finally {
    closeSync(file)
  }
}

function limitedDisk(folder: string): SmallDisk {
  const limit = (size: '0' | 'unlimited') => void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${size}:`])
  onTestFinished(() => limit('unlimited'))
  return { folder, fill: () => limit('0'), free: () => limit('unlimited') }
}
