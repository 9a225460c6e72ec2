import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { nativePackages, nodeTarget, pageTarget } from './scripts/build-targets.mjs'
import { firstScriptsOf } from './scripts/first-scripts.mjs'
import { keepOut } from './scripts/keep-out.mjs'

export default defineConfig({
  main: {
    plugins: [keepOut('src/main/platform/headless', 'the desktop app never serves itself over the network')],
    build: {
      target: nodeTarget,
      // every package is bundled, so that the packaged app holds `out/` and the native packages alone
      externalizeDeps: false,
      minify: 'oxc',
      sourcemap: false,
      rolldownOptions: { input: { index: 'src/main/index.ts', 'sql-worker': 'src/main/data/worker/index.ts' }, external: nativePackages },
    },
  },
  preload: {
    build: {
      target: nodeTarget,
      externalizeDeps: false,
      minify: 'oxc',
      sourcemap: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        // a sandboxed preload script can only be CommonJS
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    resolve: {
      // the one for browsers decodes entities by setting markup, which the page's policy refuses
      alias: {
        'decode-named-character-reference': fileURLToPath(
          new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
        ),
      },
    },
    worker: { format: 'es' },
    build: {
      target: pageTarget,
      minify: 'oxc',
      sourcemap: false,
      // the page's policy allows no `data:` scripts: worklets, fonts and pictures are files
      assetsInlineLimit: 0,
      // the page comes from the disk, at once
      chunkSizeWarningLimit: 4_000,
      // one sheet: looks do not depend on the order in which parts are read
      cssCodeSplit: false,
      rolldownOptions: {
        input: {
          index: 'src/renderer/index.html',
          inspector: 'src/renderer/inspector.html',
          overlay: 'src/renderer/overlay.html',
          quick: 'src/renderer/quick.html',
        },
        output: {
          codeSplitting: {
            groups: [
              firstScriptsOf('src/renderer/main.tsx', [
                'src/renderer/inspector-main.tsx',
                'src/renderer/overlay/main.tsx',
                'src/renderer/quick/main.tsx',
              ]),
            ],
          },
        },
      },
    },
  },
})
