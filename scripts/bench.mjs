// Builds the benches and runs them: `npm run bench` runs all, `npm run bench -- protocol` one. Results go to bench-results/.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { build } from 'vite'
import { nodeTarget } from './build-targets.mjs'
import { findElectron } from './setup/electron.mjs'
import { inProject } from './setup/project.mjs'

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

const bench = spawn(process.execPath, ['--expose-gc', inProject('out', 'bench', 'main.js'), ...process.argv.slice(2)], {
  cwd: inProject(),
  // benches of the whole app run in the Electron that the app is started with
  env: { ...process.env, PARLEY_ELECTRON: findElectron() ?? '' },
  stdio: 'inherit',
})
bench.once('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1
})
