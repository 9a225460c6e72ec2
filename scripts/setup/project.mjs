import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the clone; every script works from here, wherever it was started. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** The absolute path of something in the clone. */
export const inProject = (...parts) => path.join(projectFolder, ...parts)
