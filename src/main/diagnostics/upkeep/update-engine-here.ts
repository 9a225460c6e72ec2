import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { UpdateEngine } from './updates'

/** The update engine of an installed Parley whose package has an update address; otherwise null. */
export async function updateEngineHere(): Promise<UpdateEngine | null> {
  // Electron's name for the folder of the archive; plain Node has none
  const resources: unknown = Reflect.get(process, 'resourcesPath')
  if (typeof resources !== 'string' || !existsSync(join(resources, 'app-update.yml'))) return null
  const { createElectronUpdaterEngine } = await import('./electron-updater-engine')
  return createElectronUpdaterEngine()
}
