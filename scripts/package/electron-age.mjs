/** The release day of Electron 45; a new major follows every eight weeks. */
const REFERENCE = { major: 45, releasedAt: Date.UTC(2026, 9, 20) }
const BETWEEN_MAJORS = 8 * 7 * 24 * 3600 * 1000

/** The newest three majors get Chromium's fixes. */
export const SUPPORTED_MAJORS = 3

/**
 * How many majors an Electron is behind the newest one at a given time.
 * @param {string} version
 * @param {number} now milliseconds since the epoch
 */
export function majorsBehind(version, now) {
  const newest = REFERENCE.major + Math.floor((now - REFERENCE.releasedAt) / BETWEEN_MAJORS)
  return Math.max(0, newest - Number.parseInt(version, 10))
}
