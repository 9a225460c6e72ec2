import type { ElectronApplication } from 'playwright'
import { expect } from 'vitest'

/** Kills the process with all of the app's sound: its microphone ends, and a new process replaces it. */
export async function endAudioService(electron: ElectronApplication | null): Promise<void> {
  const found = await electron?.evaluate(({ app: running }) =>
    running.getAppMetrics().flatMap(({ pid, serviceName = '' }) => (serviceName.includes('AudioService') ? [pid] : [])),
  )
  expect(found).toHaveLength(1)
  for (const pid of found ?? []) process.kill(pid, 'SIGKILL')
}
