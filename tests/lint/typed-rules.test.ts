import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from '../../src/shared/lib/zod'
import { type PlantedProject, plantedProject } from './planted-project'

/** One fault each: [file, source, the rule that must report it]. */
const refused = [
  ['src/shared/planted/clock.ts', 'export const now = (): number => Date.now()', 'no-restricted-properties'],
  ['src/shared/planted/date.ts', 'export const now = (): Date => new Date()', 'no-restricted-syntax'],
  ['src/shared/planted/chance.ts', 'export const chance = (): number => Math.random()', 'no-restricted-properties'],
  ['src/shared/planted/ids.ts', 'export const id = (): unknown => crypto.randomUUID()', 'no-restricted-properties'],
  ['src/shared/planted/timer.ts', 'export const later = (): unknown => setTimeout(() => 1, 1)', 'no-restricted-globals'],
  ['src/shared/planted/console.ts', "export const say = (): void => console.log('x')", 'no-console'],
  ['src/main/planted/console.ts', "export const say = (): void => console.log('x')", 'no-console'],
  ['src/main/planted/ipc.ts', 'declare const ipcMain: unknown\nexport const raw = ipcMain', 'no-restricted-syntax'],
  ['src/main/planted/ipc-renderer.ts', 'declare const ipcRenderer: unknown\nexport const raw = ipcRenderer', 'no-restricted-syntax'],
  [
    'src/main/planted/promise.ts',
    'const work = async (): Promise<void> => {}\nexport const go = (): void => {\n  work()\n}',
    '@typescript-eslint/no-floating-promises',
  ],
  [
    'src/main/planted/switch.ts',
    "export const size = (kind: 'small' | 'large'): number => {\n  switch (kind) {\n    case 'small':\n      return 1\n  }\n  return 2\n}",
    '@typescript-eslint/switch-exhaustiveness-check',
  ],
  ['src/main/planted/any.ts', 'export const loose = (value: any): unknown => value', '@typescript-eslint/no-explicit-any'],
  [
    'src/main/planted/assertion.ts',
    'export const sure = (value: unknown): string => value as string',
    '@typescript-eslint/no-unsafe-type-assertion',
  ],
  ['src/main/planted/bang.ts', 'export const sure = (value: string | null): string => value!', '@typescript-eslint/no-non-null-assertion'],
  [
    'src/preload/planted.ts',
    "import { transport } from '../shared/ipc/transport'\n\nexport const kept = transport",
    '@typescript-eslint/no-restricted-imports',
  ],
] as const

const accepted = [
  ['src/shared/lawful/date.ts', 'export const dateOf = (time: number): Date => new Date(time)'],
  ['src/main/lawful/clock.ts', 'export const now = (): number => Date.now()'],
  ['src/main/lib/log/lawful.ts', "export const say = (): void => console.error('x')"],
  ['src/main/platform/electron/lawful.ts', 'declare const ipcMain: unknown\nexport const raw = ipcMain'],
  ['src/main/lawful/template.ts', 'export const text = (count: number): string => `\u0024{count} messages`'],
  ['src/preload/lawful.ts', "import type { Transport } from '../shared/ipc/transport'\n\nexport type Kept = Transport"],
] as const

const eslintReport = z.array(z.object({ filePath: z.string(), messages: z.array(z.object({ ruleId: z.string().nullable() })) }))

describe('the typed rules', () => {
  let project: PlantedProject
  let rulesByFile: ReadonlyMap<string, readonly (string | null)[]>
  beforeAll(() => {
    project = plantedProject()
    project.plant('src/shared/ipc/transport.ts', 'export interface Transport {\n  readonly name: string\n}\nexport const transport = 1')
    for (const [file, source] of [...refused, ...accepted]) project.plant(file, source)
    const { output } = project.run('eslint/bin/eslint.js', ['--format=json', 'src/main', 'src/preload', 'src/shared'])
    rulesByFile = new Map(
      eslintReport
        .parse(JSON.parse(output))
        .map(({ filePath, messages }) => [filePath.slice(filePath.indexOf('/src/') + 1), messages.map(({ ruleId }) => ruleId)]),
    )
  }, 60_000)
  afterAll(() => project.remove())

  it.each(refused)('%s is refused', (file, _source, rule) => {
    expect(rulesByFile.get(file)).toContain(rule)
  })

  it.each(accepted)('%s is accepted', (file) => {
    expect(rulesByFile.get(file)).toEqual([])
  })
})

describe('the type checker', () => {
  it('refuses a page that reaches into the main process, and Node in shared code', () => {
    const project = plantedProject()
    project.plant('src/main/secret.ts', 'export const secret = 1')
    project.plant('src/renderer/planted.ts', "import { secret } from '../main/secret'\n\nexport const kept = secret")
    project.plant('src/shared/planted.ts', 'export const folder = process.cwd()')
    project.plant('src/shared/page.ts', 'export const title = document.title')
    const renderer = project.run('typescript-7/bin/tsc', ['-b', 'src/renderer'])
    const shared = project.run('typescript-7/bin/tsc', ['-b', 'src/shared'])
    project.remove()
    expect(renderer.output).toContain('TS6307')
    expect(shared.output).toContain("Cannot find name 'process'")
    expect(shared.output).toContain("Cannot find name 'document'")
  }, 60_000)
})
