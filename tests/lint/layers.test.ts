import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from '../../src/shared/lib/zod'
import { type PlantedProject, plantedProject, projectFolder } from './planted-project'

/** A forbidden import for each layer: [importing file, what it imports]. */
const refused = [
  ['src/shared/planted/electron.ts', 'electron'],
  ['src/shared/planted/node.ts', 'node:fs'],
  ['src/shared/planted/bare-node.ts', 'fs'],
  ['src/shared/planted/react.ts', 'react'],
  ['src/shared/planted/websocket.ts', 'ws'],
  ['src/shared/planted/raw-zod.ts', 'zod'],
  ['src/shared/planted/main.ts', '../../main/platform/platform'],
  ['src/shared/planted/preload.ts', '../../preload/index'],
  ['src/shared/planted/renderer.ts', '../../renderer/bridge'],
  ['src/main/planted/electron.ts', 'electron'],
  ['src/main/planted/electron-main.ts', 'electron/main'],
  ['src/main/planted/electron-folder.ts', '../platform/electron/window'],
  ['src/main/planted.ts', './platform/electron/window'],
  ['src/main/planted/headless-folder.ts', '../platform/headless/platform'],
  ['src/main/planted/renderer.ts', '../../renderer/bridge'],
  ['src/main/planted/react.ts', 'react'],
  ['src/main/planted/raw-zod.ts', 'zod'],
  ['src/main/planted/undeclared.ts', 'left-pad'],
  ['src/main/platform/electron/headless.ts', '../headless/platform'],
  ['src/main/platform/electron/renderer.ts', '../../renderer/bridge'],
  ['src/main/platform/headless/electron.ts', 'electron'],
  ['src/main/platform/headless/electron-folder.ts', '../electron/window'],
  ['src/preload/node.ts', 'node:fs'],
  ['src/preload/raw-zod.ts', 'zod'],
  ['src/preload/shared.ts', '../shared/lib/ids'],
  ['src/preload/main.ts', '../main/platform'],
  ['src/renderer/planted/electron.ts', 'electron'],
  ['src/renderer/planted/main.ts', '../../main/platform'],
  ['src/renderer/planted/preload.ts', '../../preload/index'],
  ['src/renderer/planted/node.ts', 'node:fs'],
  ['src/renderer/planted/raw-zod.ts', 'zod'],
  ['src/renderer/planted/websocket.ts', 'ws'],
  ['src/renderer/planted/genai.ts', '@google/genai'],
  ['src/renderer/planted/store.ts', 'libsql'],
] as const

/** The rooms of src/main, the highest first: each only imports from those below it. */
const rooms = [
  'cli',
  'app',
  'history',
  'diagnostics',
  'gateway',
  'desktop',
  'replay',
  'sight',
  'conversations',
  'servers',
  'tool-calls',
  'models',
  'data',
  'storage',
  'platform',
  'lib',
] as const

/** From each room to each one above it. */
const upwards = rooms.flatMap((room, index) =>
  rooms.slice(0, index).map((higher) => [`src/main/${room}/planted/to-${higher}.ts`, `../../${higher}/planted`] as const),
)

/** From each room to the one below it. */
const downwards = rooms.slice(0, -1).map((room, index) => [`src/main/${room}/lawful/down.ts`, `../../${rooms[index + 1]}/lawful`] as const)

/** Allowed imports of the same files: a rule that refused everything would prove nothing. */
const accepted = [
  ['src/shared/lawful/neighbour.ts', '../lib/ids'],
  ['src/shared/lib/zod.ts', 'zod'],
  ['src/main/lawful/node.ts', 'node:fs'],
  ['src/main/lawful/websocket.ts', 'ws'],
  ['src/main/lawful/shared.ts', '../../shared/lib/zod'],
  ['src/main/lawful/similar-name.ts', './electron-versions'],
  ['src/main/index.ts', './platform/electron/platform'],
  ['src/main/cli/main.ts', '../platform/headless/platform'],
  ['src/main/platform/electron/lawful.ts', 'electron'],
  ['src/main/platform/headless/lawful.ts', 'ws'],
  ['src/preload/lawful.ts', 'electron'],
  ['src/preload/lawful-type.ts', '../shared/ipc/transport'],
  ['src/renderer/lawful/react.ts', 'react'],
  ['src/renderer/lawful/shared.ts', '../../shared/lib/zod'],
] as const

const importOf = (module: string) => `import * as planted from '${module}'\n\nexport const kept = planted`

const layerRules = new Set([
  'lint/style/noRestrictedImports',
  'lint/correctness/noNodejsModules',
  'lint/correctness/noUndeclaredDependencies',
])

const biomeReport = z.object({
  diagnostics: z.array(z.object({ category: z.string().nullable(), location: z.object({ path: z.unknown() }) })),
})

/** The files that a layer rule reported, by path in the project. */
function filesRefusedByBiome(project: PlantedProject): ReadonlySet<string> {
  const { output } = project.run('@biomejs/biome/bin/biome', ['lint', '--reporter=json', '--max-diagnostics=none', 'src'])
  const report = biomeReport.parse(JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)))
  const layerDiagnostics = report.diagnostics.filter(({ category }) => category !== null && layerRules.has(category))
  return new Set(layerDiagnostics.map(({ location }) => (JSON.stringify(location.path).match(/src\/[^"]+/) ?? [''])[0]))
}

describe('the import rules', () => {
  let project: PlantedProject
  let refusedFiles: ReadonlySet<string>
  beforeAll(() => {
    project = plantedProject()
    for (const [file, module] of [...refused, ...upwards, ...accepted, ...downwards]) project.plant(file, importOf(module))
    refusedFiles = filesRefusedByBiome(project)
  })
  afterAll(() => project.remove())

  it.each(refused)('%s may not import %s', (file) => {
    expect(refusedFiles).toContain(file)
  })

  it.each(upwards)('%s may not import %s, which is above it', (file) => {
    expect(refusedFiles).toContain(file)
  })

  it.each(downwards)('%s may import %s, which is below it', (file) => {
    expect(refusedFiles).not.toContain(file)
  })

  it.each(accepted)('%s may import %s', (file) => {
    expect(refusedFiles).not.toContain(file)
  })
})

describe('the import rules of biome', () => {
  it('refuse two files that import each other', () => {
    const project = plantedProject()
    project.plant('src/shared/lib/one.ts', "import { two } from './two'\n\nexport const one = (): number => two()")
    project.plant('src/shared/lib/two.ts', "import { one } from './one'\n\nexport const two = (): number => one()")
    const { code, output } = project.run('@biomejs/biome/bin/biome', ['lint', 'src'])
    project.remove()
    expect(code).not.toBe(0)
    expect(output).toContain('noImportCycles')
  })
})

describe('the import table', () => {
  const exceptionSchema = z.object({ includes: z.array(z.string()) })
  const { overrides } = z
    .object({ overrides: z.array(exceptionSchema) })
    .parse(JSON.parse(readFileSync(path.join(projectFolder, 'biome.json'), 'utf8')))

  it('excepts no file of the main process', () => {
    const files = overrides.flatMap(({ includes }) => includes)
    expect(files.filter((file) => /^src\/main\/[^*]+\/[^*]+\.ts$/.test(file))).toEqual([])
  })
})
