import { build, defineConfig, type Plugin } from 'vite'
import { nativePackages, nodeTarget } from './scripts/build-targets.mjs'
import { keepOut } from './scripts/keep-out.mjs'

/** The script that the headless host gives its page lies beside the command. */
const headlessPage: Plugin = {
  name: 'parley:headless-page',
  async closeBundle() {
    await build({ configFile: 'vite.headless-page.config.ts', logLevel: 'warn' })
  },
}

/** Builds the `parley` command: plain Node, with the headless host inside, which the desktop bundle never holds. */
export default defineConfig({
  publicDir: false,
  plugins: [headlessPage, keepOut('src/main/platform/electron', 'the command line runs where Electron is not')],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'out/cli',
    target: nodeTarget,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { parley: 'src/main/cli/main.ts', 'sql-worker': 'src/main/data/worker/index.ts' },
      external: nativePackages,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
