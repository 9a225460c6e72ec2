import type { Settings } from '../../../shared/ipc/schemas'

/** Whether what a session is connected to under the one settings is another under the other. */
export function sourceDiffers(before: Settings, after: Settings): boolean {
  return (['model', 'serviceAddress', 'tokenAddress', 'replaySpeed'] as const).some((name) => before[name] !== after[name])
}
