import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The folder of the real project. */
export const projectFolder = path.resolve(import.meta.dirname, '../..')

/** A copy of the project's rules without its sources, into which a test puts files to see what the tools report. */
export interface PlantedProject {
  readonly folder: string
  plant(place: string, source: string): void
  /** Runs a tool of the project's own packages in the copy. */
  run(packageScript: string, args: readonly string[]): { readonly code: number; readonly output: string }
  remove(): void
}

/**
 * Copies the settings of every tool and links the installed packages, so that the copy is checked exactly as the
 * project is.
 */
export function plantedProject(): PlantedProject {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-planted-'))
  const settings = ['package.json', 'biome.json', 'eslint.config.js', 'tsconfig.base.json', '.gitignore']
  const layers = ['shared', 'main', 'preload', 'renderer'].map((layer) => `src/${layer}/tsconfig.json`)
  for (const file of [...settings, ...layers]) cpSync(path.join(projectFolder, file), path.join(folder, file))
  symlinkSync(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  mkdirSync(path.join(folder, '.git'))
  return {
    folder,
    plant(place, source) {
      const file = path.join(folder, place)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, `${source}\n`)
    },
    run(packageScript, args) {
      const script = path.join(projectFolder, 'node_modules', packageScript)
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' })
      return { code: status ?? 1, output: `${stdout}${stderr}` }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
