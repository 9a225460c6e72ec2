import { resolve } from 'node:path'

/**
 * First arguments of Electron's command line: it is not ready before Playwright has attached. Playwright does the same by itself, but
 * only for the Electron of its own package.
 */
export const holdUntilAttached: readonly string[] = ['-r', resolve('tests/support/hold-until-attached.cjs')]
