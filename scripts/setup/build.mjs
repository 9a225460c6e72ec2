import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from './processes.mjs'
import { inProject } from './project.mjs'
import { SetupError } from './report.mjs'

/**
 * The build's parts: their sources and commands. The stamp of a part stores the fingerprint of the sources it was built
 * from.
 */
const parts = {
  app: {
    title: 'Building the app',
    result: inProject('out', 'main', 'index.js'),
    sources: ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json', 'scripts/build-targets.mjs', 'tsconfig.base.json'],
    command: ['electron-vite', 'bin/electron-vite.js', 'build', '--logLevel', 'warn'],
  },
  cli: {
    title: 'Building the parley command',
    result: inProject('out', 'cli', 'parley.js'),
    sources: [
      'src/main',
      'src/shared',
      'vite.cli.config.ts',
      'vite.headless-page.config.ts',
      'package.json',
      'package-lock.json',
      'scripts/build-targets.mjs',
      'tsconfig.base.json',
    ],
    command: ['vite', 'bin/vite.js', 'build', '--config', 'vite.cli.config.ts', '--logLevel', 'warn'],
  },
}
const stampOf = (part) => inProject('out', `.built-${part}`)
const lockFolder = inProject('node_modules', '.parley-building')
const abandonedLockMs = 300_000

/** Whether that part (`app` or `cli`) was built from the current sources. */
export function isBuilt(part) {
  return existsSync(parts[part].result) && existsSync(stampOf(part)) && readFileSync(stampOf(part), 'utf8') === fingerprint(part)
}

/** Builds that part unless it is up to date. Two simultaneous runs build one after the other. */
export async function ensureBuilt(part, report) {
  if (isBuilt(part)) return
  await withBuildLock(async () => {
    if (!isBuilt(part)) await build(part, report)
  })
}

async function build(part, report) {
  const { title, command, result } = parts[part]
  const [packageName, script, ...args] = command
  const sourcesAtStart = fingerprint(part)
  await report.step(title, async () => {
    const { code, output } = await run(process.execPath, [inProject('node_modules', packageName, script), ...args])
    if (code !== 0 || !existsSync(result)) throw new SetupError(`${output}\n\n${title} failed; the reason is above.`)
  })
  writeFileSync(stampOf(part), sourcesAtStart)
}

/**
 * A hash over names, sizes and modification times: a few milliseconds for the whole tree; deleted files are detected
 * too.
 */
function fingerprint(part) {
  const hash = createHash('sha256')
  for (const source of parts[part].sources) addToHash(hash, source)
  return hash.digest('hex')
}

function addToHash(hash, place) {
  const state = statSync(inProject(place), { throwIfNoEntry: false })
  if (state === undefined) return
  if (state.isDirectory()) {
    for (const name of readdirSync(inProject(place)).sort()) addToHash(hash, `${place}/${name}`)
  } else {
    hash.update(`${place} ${state.size} ${state.mtimeMs}\n`)
  }
}

async function withBuildLock(action) {
  while (!takeLock()) await wait(100)
  try {
    await action()
  } finally {
    rmSync(lockFolder, { recursive: true, force: true })
  }
}

function takeLock() {
  try {
    mkdirSync(lockFolder)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const age = Date.now() - (statSync(lockFolder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > abandonedLockMs) rmdirSync(lockFolder)
    return false
  }
}
