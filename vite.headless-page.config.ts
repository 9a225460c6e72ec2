import { defineConfig } from 'vite'
import { pageTarget } from './scripts/build-targets.mjs'

/** Builds the one script that stands in for Electron's preload when the page runs in a browser. One file, run at once. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'out/cli',
    // the command line is built into the same folder
    emptyOutDir: false,
    target: pageTarget,
    minify: 'oxc',
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { 'headless-transport': 'src/main/platform/headless/page/transport.ts' },
      output: { format: 'iife', entryFileNames: '[name].js' },
    },
  },
})
