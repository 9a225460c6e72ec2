import { findElectron } from '../../scripts/setup/electron.mjs'

/**
 * The Electron for tests: `PARLEY_ELECTRON`, else the installed or cached one.
 * @throws Error that says what to do if there is none
 */
export function electronPath(): string {
  const found = findElectron()
  if (found === null)
    throw new Error('There is no Electron on this machine. Run `npm start` once, or set PARLEY_ELECTRON to an executable.')
  return found
}
