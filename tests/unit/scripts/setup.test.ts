import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReport } from '../../../scripts/setup/report.mjs'
import { count } from '../../../scripts/setup/test-report.mjs'
import UnfinishedTests from '../../../scripts/setup/unfinished-tests.mjs'

const project = path.resolve(import.meta.dirname, '../../..')

describe('the count of a test run', () => {
  const failed = (fullName: string, message: string) => ({ status: 'failed', fullName, failureMessages: [`${message}\n  at a place`] })
  const file = (name: string, message: string, ...assertionResults: readonly ReturnType<typeof failed>[]) => ({
    name: path.join(project, name),
    status: 'failed',
    message,
    assertionResults,
  })
  const vitestReport = (numPassedTests: number, numFailedTests: number, testResults: readonly ReturnType<typeof file>[] = []) => ({
    numPassedTests,
    numFailedTests,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
  })

  it('is the test runner’s, with the name and the reason of each failure', () => {
    const one = file('tests/one.test.ts', '', failed('a door opens', 'Error: it is locked'), failed('a door closes', 'Error: it sticks'))
    expect(count(vitestReport(5, 2, [one]), 1)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 0,
      failures: ['tests/one.test.ts: a door opens: Error: it is locked', 'tests/one.test.ts: a door closes: Error: it sticks'],
    })
  })

  it('says what a failed test waited for, and where', () => {
    const waited = [
      'locator.waitFor: Timeout 30000ms exceeded.',
      'Call log:',
      "  - waiting for getByText('Ready') to be visible",
      '    at opened (/clone/tests/support/app.ts:12:3)',
      '    at /clone/tests/e2e/one.test.ts:35:7',
    ]
    const one = file('tests/one.test.ts', '', failed('a door opens', waited.join('\n')))
    expect(count(vitestReport(5, 1, [one]), 1).failures).toEqual([
      "tests/one.test.ts: a door opens: locator.waitFor: Timeout 30000ms exceeded. · waiting for getByText('Ready') to be visible · at tests/e2e/one.test.ts:35",
    ])
  })

  it('takes a file that could not be loaded for a failure', () => {
    const broken = file('tests/one.test.ts', 'Cannot find module')
    expect(count(vitestReport(5, 0, [broken]), 1)).toEqual({
      passed: 5,
      failed: 1,
      skipped: 0,
      failures: ['tests/one.test.ts: Cannot find module'],
    })
  })

  it('takes a run that crashed without a report for a failure', () => {
    expect(count(null, 137)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  })

  it('names the tests that a killed run was at', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-unfinished-'))
    const file = path.join(folder, 'unfinished.json')
    vi.stubEnv('PARLEY_UNFINISHED_TESTS', file)
    const reporter = new UnfinishedTests()
    vi.unstubAllEnvs()
    const module = { id: 'file', moduleId: path.join(project, 'tests/host/one.test.ts') }
    reporter.onTestModuleQueued(module)
    for (const name of ['ends', 'hangs']) reporter.onTestCaseReady({ id: name, module, fullName: name })
    reporter.onTestCaseResult({ id: 'ends', module })
    const unfinished: string[] = JSON.parse(readFileSync(file, 'utf8'))
    rmSync(folder, { recursive: true })
    expect(count(null, 124, unfinished).failures).toEqual(['the run ended without a report · during tests/host/one.test.ts: hangs'])
  })

  it('takes an exit code without a failed test for a failure', () => {
    expect(count(vitestReport(5, 0), 3)).toMatchObject({ passed: 5, failed: 1, failures: [expect.stringContaining('code 3')] })
  })
})

describe('a step of the set-up', () => {
  afterEach(() => vi.useRealTimers())

  it('prints how much is done and the seconds while it lasts, and both at its end', async () => {
    vi.useFakeTimers()
    const lines: string[] = []
    const stream = { write: (text: string) => lines.push(text.trimEnd()) }
    let end = (): void => undefined
    let megabytes = 20
    const step = createReport(stream).step(
      'Downloading',
      () => new Promise<void>((resolve) => (end = resolve)),
      () => `${megabytes} of 196 MB`,
    )
    await vi.advanceTimersByTimeAsync(6000)
    megabytes = 196
    end()
    await step
    expect(lines).toEqual([
      '[parley] Downloading …',
      '[parley] Downloading … 20 of 196 MB · 5 s',
      '[parley] Downloading: done in 6.0 s (196 of 196 MB)',
    ])
  })
})

/**
 * A clone without its packages' real tools: an `npm` that fails on request, and programs that print how they were
 * started.
 */
describe('npm start in a clone', () => {
  let clone = ''
  let programs = ''
  beforeEach(() => {
    clone = mkdtempSync(path.join(tmpdir(), 'parley-clone-'))
    programs = path.join(clone, 'programs')
    mkdirSync(programs)
    cpSync(path.join(project, 'scripts'), path.join(clone, 'scripts'), { recursive: true })
    for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(project, file), path.join(clone, file))
  })
  afterEach(() => rmSync(clone, { recursive: true, force: true }))

  const setup = (args: readonly string[], extra: Readonly<Record<string, string>> = {}) => {
    const env = { PATH: `${programs}:${process.env.PATH}`, HOME: clone, ...extra }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', ...args], { cwd: clone, env, encoding: 'utf8' })
    return { status, output: `${stdout}${stderr}` }
  }
  const program = (name: string, script: string) => {
    writeFileSync(path.join(programs, name), `#!/bin/sh\n${script}\n`)
    chmodSync(path.join(programs, name), 0o755)
  }

  it.each([
    ['a lock file that does not fit', 'npm error code EUSAGE: package.json and package-lock.json are not in sync', 'from the same commit'],
    ['no network', 'npm error code ENOTFOUND', 'Check the network'],
    ['a package that was tampered with', 'npm error code EINTEGRITY', 'not the one that package-lock.json names'],
    ['a full disk', 'npm error code ENOSPC', 'Free some space'],
  ])('says what to do about %s', (_name, words, advice) => {
    program('npm', `echo "${words}" >&2; exit 1`)
    const { status, output } = setup(['start'])
    expect(status).toBe(1)
    expect(output).toContain(words)
    expect(output).toContain(advice)
    expect(output).not.toContain('    at ')
  })

  it('says how many packages are installed, of how many, their size and the seconds', () => {
    const { packages } = JSON.parse(readFileSync(path.join(clone, 'package-lock.json'), 'utf8'))
    const [place = ''] = Object.keys(packages).filter((key) => key !== '' && packages[key].os === undefined)
    const folder = path.join(clone, place)
    program(
      'npm',
      `mkdir -p ${folder}; echo '{}' > ${folder}/package.json; dd if=/dev/zero of=${folder}/code bs=1000000 count=3 2>/dev/null`,
    )
    const { output } = setup(['start'])
    expect(output).toMatch(/Installing packages \(npm ci\): done in \d+\.\d s \(1 of \d{3} packages, 3 MB\)/)
  })

  it('never lets npm empty a folder that node_modules is a link to', () => {
    const elsewhere = path.join(clone, 'elsewhere')
    mkdirSync(path.join(elsewhere, 'somebodys-package'), { recursive: true })
    symlinkSync(elsewhere, path.join(clone, 'node_modules'), 'junction')
    program('npm', `rm -rf ${clone}/node_modules/*; echo "npm was run"; exit 1`)
    const { status, output } = setup(['start'])
    expect(status).toBe(1)
    expect(output).toContain(`node_modules is a link to ${elsewhere}`)
    expect(output).toContain('remove the link')
    expect(output).not.toContain('npm was run')
    expect(existsSync(path.join(elsewhere, 'somebodys-package'))).toBe(true)
  })

  it('names the Electron that the user chose if it does not exist', () => {
    symlinkSync(path.join(project, 'node_modules'), path.join(clone, 'node_modules'), 'junction')
    const { status, output } = setup(['start'], { DISPLAY: ':99', PARLEY_ELECTRON: '/nowhere/electron' })
    expect(status).toBe(1)
    expect(output).toContain('PARLEY_ELECTRON names /nowhere/electron, which is not there')
  })

  it('explains itself when called with an unknown word', () => {
    const { status, output } = setup(['dance'])
    expect(status).toBe(2)
    expect(output).toContain('usage:')
  })
})

describe('the parley command', () => {
  it('is a program that the package names', () => {
    const { bin } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'))
    expect(bin).toEqual({ parley: 'bin/parley.mjs' })
    expect(existsSync(path.join(project, 'bin', 'parley.mjs'))).toBe(true)
  })
})
