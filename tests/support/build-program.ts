import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { nativePackages } from '../../scripts/build-targets.mjs'
import { tempFolder } from './temp-folder'

/**
 * Builds a plain Node program that calls a function of this folder with its own arguments; returns the program's file.
 */
export async function buildProgram(module: string, call: string): Promise<string> {
  const folder = tempFolder()
  const entry = join(folder, 'entry.ts')
  writeFileSync(
    entry,
    `import { ${call} } from ${JSON.stringify(join(import.meta.dirname, `${module}.ts`))}\n${call}(...process.argv.slice(2))\n`,
  )
  // from where the engine can be resolved
  const out = join(import.meta.dirname, `../../node_modules/.cache/${module}`)
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir: out,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { external: nativePackages, output: { entryFileNames: 'program.mjs' } },
    },
    ssr: { noExternal: true, external: nativePackages },
  })
  return join(out, 'program.mjs')
}
