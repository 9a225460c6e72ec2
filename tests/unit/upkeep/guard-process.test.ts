import { EventEmitter } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { crashFolder, createCrashReports } from '../../../src/main/diagnostics/upkeep/crash-report-list'
import { guardProcess } from '../../../src/main/diagnostics/upkeep/uncaught-errors'
import { nodeFiles } from '../../../src/main/lib/files'
import type { Facts } from '../../../src/main/lib/log/logger'
import { createFakeClock } from '../../support/fake-clock'
import { tempFolder } from '../../support/temp-folder'

const canary = 'AIzaCanary0123456789abcdefghijklmnopqrs'

function guarded() {
  const userDataFolder = tempFolder()
  const exits: number[] = []
  const lines: [string, Facts | undefined][] = []
  const process = Object.assign(new EventEmitter(), { exit: (code: number) => exits.push(code) })
  const log = { info: () => undefined, warn: () => undefined, error: (event: string, facts?: Facts) => lines.push([event, facts]) }
  const guard = guardProcess({
    process,
    userDataFolder,
    clock: createFakeClock(),
    log: () => log,
    homeFolder: '/home/someone',
    secrets: () => ['a very secret word'],
  })
  return { guard, userDataFolder, exits, lines, process, reports: createCrashReports({ userDataFolder, files: nodeFiles }) }
}

describe('an unhandled error', () => {
  it('is written to the log, is a report that only the user can read, without keys or the home folder, and ends the app', async () => {
    const { exits, lines, process, reports, userDataFolder } = guarded()
    process.emit('uncaughtException', new Error(`no /home/someone/a with a very secret word and ${canary}`))
    expect(exits).toEqual([1])
    expect(lines.map(([event]) => event)).toEqual(['crashed'])
    const newest = (await reports.newest()) ?? ''
    const text = readFileSync(newest, 'utf8')
    expect(text).toMatch(/no ~\/a with/)
    expect(text).not.toMatch(/very secret|AIzaCanary|someone/)
    expect(statSync(newest).mode & 0o777).toBe(0o600)
    expect(statSync(crashFolder(userDataFolder)).mode & 0o777).toBe(0o700)
    expect(readdirSync(crashFolder(userDataFolder))).toHaveLength(1)
  })

  it('ends the app even if nothing can be written', () => {
    const { exits, process, userDataFolder } = guarded()
    writeFileSync(join(userDataFolder, 'Crashpad'), 'a file where the folder would be')
    process.emit('uncaughtException', new Error('no'))
    expect(exits).toEqual([1])
  })

  it('is only written to the log if it came from an unhandled promise', async () => {
    const { exits, lines, process, reports } = guarded()
    process.emit('unhandledRejection', 'no')
    expect(exits).toEqual([])
    expect(lines).toEqual([['a failure that nobody waited for', { error: 'no' }]])
    expect(await reports.list()).toEqual([])
  })
})

describe('a failed start', () => {
  it('is written to the log and stored as a report, is shown to the user, and ends the app as failed only then', async () => {
    const { guard, exits, lines, reports } = guarded()
    const told: { readonly reason: string; readonly exits: readonly number[] }[] = []
    guard.startFailed(new Error(`no chunk in /home/someone/parley ${canary}`), (reason) => told.push({ reason, exits: [...exits] }))
    expect(told).toEqual([{ reason: expect.stringMatching(/^Error: no chunk in ~\/parley /), exits: [] }])
    expect(told[0]?.reason).not.toContain(canary)
    expect(exits).toEqual([1])
    expect(lines.map(([event]) => event)).toEqual(['start failed'])
    const text = readFileSync((await reports.newest()) ?? '', 'utf8')
    expect(text).toMatch(/"start failed".*no chunk in ~\/parley/)
    expect(text).not.toMatch(/AIzaCanary|someone/)
  })

  it('ends the app even if nothing can be shown', () => {
    const { guard, exits } = guarded()
    const tell = (): void => {
      throw new Error('no display')
    }
    expect(() => guard.startFailed('no', tell)).toThrow('no display')
    expect(exits).toEqual([1])
  })
})
