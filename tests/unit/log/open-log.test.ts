import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logLine } from '../../../src/main/lib/log/log-line'
import { LARGEST_LOG, openLog } from '../../../src/main/lib/log/open-log'
import { createFakeClock } from '../../support/fake-clock'
import { tempFolder } from '../../support/temp-folder'

const key = 'AIzaSyCanary-0123456789_abcdefghijklmnop'
const savedKey = 'plain-looking-secret-of-the-user'
const known = { homeFolder: '/home/mina', secrets: () => [savedKey] }

function log() {
  const folder = join(tempFolder(), 'logs')
  const logger = openLog({ folder, clock: createFakeClock(0), ...known })
  const text = () => readFileSync(join(folder, 'parley.log'), 'utf8')
  return { folder, logger, text }
}

describe('the log', () => {
  test('has one line of JSON for each event', () => {
    const { logger, text } = log()
    logger.info('session opened', { model: 'gemini-3.8-live', attempt: 2 })
    logger.warn('frame dropped', { kind: 'late', note: 'line\nbreak and %s %d %c' })
    const lines = text()
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(lines).toEqual([
      { at: '1970-01-01T00:00:00.000Z', level: 'info', event: 'session opened', model: 'gemini-3.8-live', attempt: 2 },
      { at: '1970-01-01T00:00:00.000Z', level: 'warn', event: 'frame dropped', kind: 'late', note: 'line\nbreak and %s %d %c' },
    ])
  })

  test('never contains a key, however it gets there', () => {
    const { logger, text } = log()
    logger.error('socket closed', {
      url: `wss://generativelanguage.googleapis.com/ws?key=${key}&alt=json`,
      reason: `API key ${savedKey} is not valid`,
      error: new Error(`failed with ${key}`, { cause: new Error(`x-goog-api-key: ${savedKey}`) }),
    })
    expect(text()).not.toContain(key)
    expect(text()).not.toContain(savedKey)
    expect(text()).toContain('alt=json')
  })

  test('never names the home folder', () => {
    const { logger, text } = log()
    logger.error('read failed', { error: new Error("ENOENT: no such file, open '/home/mina/.config/parley/settings.json'") })
    expect(text()).toContain('~/.config/parley/settings.json')
    expect(text()).not.toContain('/home/mina')
  })

  test('is readable only by the user', () => {
    const { folder, logger } = log()
    logger.info('started')
    expect(statSync(join(folder, 'parley.log')).mode & 0o077).toBe(0)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('takes at most twice its largest size', () => {
    const { folder, logger } = log()
    for (let count = 0; count < 1600; count += 1) logger.info('noise', { text: 'x'.repeat(1900) })
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
    expect(sizes).toHaveLength(2)
    for (const size of sizes) expect(size).toBeLessThan(LARGEST_LOG + 4096)
  })

  test('that can’t be written loses only its lines', () => {
    const folder = join(tempFolder(), 'taken')
    writeFileSync(folder, 'a file where the folder should be')
    const logger = openLog({ folder, clock: createFakeClock(), ...known })
    expect(() => logger.error('started', { error: new Error('lost') })).not.toThrow()
  })
})

test('contains no part of a key, whatever surrounds it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const line = logLine(
        0,
        'info',
        'event',
        { note: `${before} ${key} ${after}`, error: new Error(`${before}${savedKey}${after}`) },
        known,
      )
      expect(line).not.toContain(key)
      expect(line).not.toContain(savedKey)
    }),
  )
})
