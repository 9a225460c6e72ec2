import type { ElectronApplication } from 'playwright'
import { expect } from 'vitest'

/** Kills the process that holds all sound of the app: its microphone ends, and a new one takes its place. */
export async function endAudioService(electron: ElectronApplication | null): Promise<void> {
  const found = await electron?.evaluate(({ app: running }) =>
    running.getAppMetrics().flatMap(({ pid, serviceName = '' }) => (serviceName.includes('AudioService') ? [pid] : [])),
  )
  expect(found).toHaveLength(1)
  for (const pid of found ?? []) process.kill(pid, 'SIGKILL')
}
