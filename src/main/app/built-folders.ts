import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folders of the built app, found by walking up from a module to the folder that contains `package.json` and `out`.
 */
export interface BuiltFolders {
  readonly renderer: string
  readonly preload: string
  readonly transport: string
  readonly fixtures: string
  readonly tray: string
  /** what queries need: the script of their workers, next to the bundle that starts them, and the sample */
  readonly data: { readonly worker: string; readonly sample: string }
}

/** Finds the folders from the address of a bundled module (`import.meta.url`). Throws if the app is incomplete. */
export function builtFolders(moduleUrl: string): BuiltFolders {
  let folder = dirname(fileURLToPath(moduleUrl))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('Parley is not whole: its package.json is missing. Install it again.')
    folder = parent
  }
  return {
    renderer: join(folder, 'out', 'renderer'),
    preload: join(folder, 'out', 'preload', 'index.cjs'),
    transport: join(folder, 'out', 'cli', 'headless-transport.js'),
    fixtures: join(folder, 'fixtures'),
    tray: join(folder, 'resources', 'tray'),
    data: {
      worker: join(folder, 'out', fileURLToPath(moduleUrl).startsWith(join(folder, 'out', 'main')) ? 'main' : 'cli', 'sql-worker.js'),
      sample: join(folder, 'resources', 'sample', 'shop.db'),
    },
  }
}
