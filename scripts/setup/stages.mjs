import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { ensureBuilt } from './build.mjs'
import { onLastProcessor, run } from './processes.mjs'
import { inProject } from './project.mjs'
import { count } from './test-report.mjs'

const minute = 60_000
/** Priorities, as of `nice`: what serves a page or sound in real time goes first. */
const background = 0
const foreground = -10
/** A sound card has to be served in time, so nothing runs beside the first; beside the second, what one processor is enough for. */
const soundStages = ['sound-desktop', 'sound-page']
const backgroundChromium =
  process.platform === 'linux' && process.env.PARLEY_CHROMIUM === undefined
    ? { PARLEY_CHROMIUM: inProject('scripts', 'setup', 'chromium-in-background.sh') }
    : {}
const withDisplay = process.platform === 'linux' ? ['sh', inProject('scripts', 'setup', 'with-display.sh')] : []
/** The stages that show windows. */
const stagesWithWindows = ['host', 'ui', 'headless', 'electron', 'sound-page', 'sound-desktop']

/**
 * The stages of the whole test run, in order. A stage is `{name, title, lane, needs, run}`; `run({ besideSound })` resolves
 * `{passed, failed, skipped}`, and for stages of single tests `failures`, a line for each. Tests of sound run first; beside those of the page
 * the checks and the unit tests, on one processor. Then Electron, and in the background all the rest, run beside what is left of them
 * (`lanes.mjs`). `electron`
 * is the executable for the stages in Electron, or null where none could be had (which fails the last one). `isLong`: floods, kills and
 * fuzz run at their full size, which tests read from PARLEY_TEST_SIZE.
 */
export function testStages({ electron, fileFilters, isLong, report }) {
  const size = isLong ? { PARLEY_TEST_SIZE: 'full' } : {}
  const aside = onLastProcessor()
  const checksNeed = aside.length === 0 ? soundStages : soundStages.slice(0, 1)
  const tool = (name, title, packageScript, args) => ({
    name,
    title,
    lane: 'checks',
    needs: checksNeed,
    run: async ({ besideSound }) => {
      const command = [process.execPath, inProject('node_modules', packageScript), ...args]
      const [program, ...rest] = besideSound ? [...aside, ...command] : command
      const { code, output } = await run(program, rest, { timeoutMs: 15 * minute, priority: background })
      if (code !== 0) report.line(output)
      return asOneTest({ code })
    },
  })
  const specs = (name, title, project, { lane = name, env = {}, limit, priority = foreground }) => ({
    name,
    title,
    lane,
    needs: ['build', ...(lane === 'sound' ? [] : lane === 'checks' ? checksNeed : soundStages)],
    isVitest: true,
    run: ({ besideSound }) =>
      runVitest({
        name,
        project,
        priority,
        before: besideSound && lane === 'checks' ? aside : [],
        env: { ...size, ...env },
        limit: isLong ? 3 * limit : limit,
        fileFilters,
      }),
  })
  const headless = { PARLEY_HOST: 'headless' }
  const desktop = { PARLEY_HOST: 'electron', PARLEY_ELECTRON: electron }
  return [
    { name: 'build', title: 'Build', lane: 'build', run: () => asOneTest(buildAll(report)) },
    ...(electron === null
      ? []
      : [specs('sound-desktop', 'Sound in Electron', 'sound', { lane: 'sound', limit: 10 * minute, env: desktop })]),
    specs('sound-page', 'Sound of the page', 'sound', { lane: 'sound', limit: 10 * minute, env: headless }),
    tool('format', 'Format, import rules and lint (biome)', '@biomejs/biome/bin/biome', ['check', '.']),
    // beside sound it has one processor: several checkers would each read all types for themselves
    tool('types', 'Types (tsc)', 'typescript-7/bin/tsc', ['-b', '--builders', '1', '--checkers', '1']),
    specs('unit', 'Unit, contract and lint tests', 'unit', { lane: 'checks', priority: background, limit: 20 * minute }),
    tool('lint', 'Typed lint (eslint)', 'eslint/bin/eslint.js', [
      '--no-error-on-unmatched-pattern',
      'src/main',
      'src/preload',
      'src/shared',
    ]),
    specs('headless', 'End to end, on the headless host', 'e2e', { lane: 'background', limit: 20 * minute, env: headless }),
    specs('host', 'Host tests', 'host', { lane: 'background', priority: background, limit: 20 * minute }),
    specs('ui', 'The page in Chromium', 'ui', {
      lane: 'background',
      priority: background,
      limit: 20 * minute,
      env: { ...headless, ...backgroundChromium },
    }),
    electron === null
      ? {
          name: 'electron',
          title: 'End to end, in Electron',
          lane: 'electron',
          run: async () => failBecause(report, 'No Electron could be had.'),
        }
      : specs('electron', 'End to end, in Electron', 'e2e', { limit: 25 * minute, env: desktop }),
  ]
}

async function asOneTest(result) {
  const { code } = await result
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

async function failBecause(report, reason) {
  report.line(reason)
  return { passed: 0, failed: 1, skipped: 0 }
}

async function buildAll(report) {
  await ensureBuilt('app', report)
  await ensureBuilt('cli', report)
  return { code: 0 }
}

/**
 * Runs a vitest project, with the command `before` in front of it, and counts from its JSON report. On Linux, specs that show windows get an
 * X server of their own.
 */
async function runVitest({ name, project, priority, before, env, limit, fileFilters }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-tests-'))
  const reportFile = path.join(folder, 'report.json')
  const unfinishedFile = path.join(folder, 'unfinished.json')
  const vitest = [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', project]
  // a stage without tests is an error, unless files were selected
  const choice = fileFilters.length === 0 ? [] : ['--passWithNoTests', ...fileFilters]
  const reporters = ['default', 'json', inProject('scripts', 'setup', 'unfinished-tests.mjs')].map((reporter) => `--reporter=${reporter}`)
  const args = [...vitest, ...reporters, `--outputFile.json=${reportFile}`, ...choice]
  const display = stagesWithWindows.includes(name) ? withDisplay : []
  const [program, ...rest] = [...before, ...display, process.execPath, ...args]
  try {
    const { code } = await run(program, rest, {
      show: `${name.padEnd(13)} │ `,
      timeoutMs: limit,
      env: { ...process.env, ...env, PARLEY_UNFINISHED_TESTS: unfinishedFile },
      priority,
    })
    const read = (file) => readFile(file, 'utf8').then(JSON.parse, () => null)
    return count(await read(reportFile), code, (await read(unfinishedFile)) ?? [])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
