// Builds the benches and runs them: `npm run bench` runs all, `npm run bench -- protocol` one. Results go to bench-results/.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { build } from 'vite'
import { nodeTarget } from './build-targets.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { findElectron } from './setup/electron.mjs'
import { inProject } from './setup/project.mjs'
import { createReport } from './setup/report.mjs'

const names = process.argv.slice(2)
// sound, the start, long threads and large tables are measured in the built app, if there is an Electron
const inApp = ['audio', 'data', 'sight', 'start', 'thread']
const runsAll = !names.some((name) => /^\w+$/.test(name)) || names.includes('all')
const electron = runsAll || names.some((name) => inApp.includes(name)) ? findElectron() : null
// the query worker is part of the built app
if (electron !== null || names.includes('data')) await ensureBuilt('app', createReport())

const outDir = inProject('out', 'bench')

await build({
  configFile: false,
  root: inProject(),
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    outDir,
    target: nodeTarget,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: { input: { main: inProject('bench', 'main.ts') }, output: { format: 'es', entryFileNames: '[name].js' } },
  },
})

const bench = spawn(process.execPath, ['--expose-gc', inProject('out', 'bench', 'main.js'), ...names], {
  cwd: inProject(),
  // benches of the whole app run in the Electron that the app is started with
  env: electron === null ? process.env : { ...process.env, PARLEY_ELECTRON: electron },
  stdio: 'inherit',
})
bench.once('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1
})
