import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptRunSchema } from '../../bench/lib/ratios'
import { documentedCommands } from '../support/documented-commands'
import { makeScratchClone, type ScratchClone } from '../support/scratch-clone'

let clone: ScratchClone
beforeAll(() => {
  clone = makeScratchClone()
})
afterAll(() => clone.remove())

const names = documentedCommands().flatMap((command) => (/^npm run bench -- \w+$/.test(command) ? [command.split(' ').at(-1) ?? ''] : []))

describe('npm run bench', () => {
  describe('with the names of all, tried in a small size', () => {
    let ended: Awaited<ReturnType<ScratchClone['run']>>
    beforeAll(async () => {
      ended = await clone.run(`npm run bench -- ${names.join(' ')}`, { PARLEY_BENCH_SIZE: 'small' })
    }, 600_000)

    it('compares with a run that was kept, and marks what got worse', async () => {
      const result = join(clone.folder, 'bench-results', 'ratios.json')
      const kept = keptRunSchema.parse(JSON.parse(readFileSync(result, 'utf8')))
      const better = kept.ratios.map((ratio) => (ratio.bench === 'mcp' ? { ...ratio, value: 1e-6, spread: 0 } : ratio))
      const file = join(clone.folder, 'kept-ratios.json')
      writeFileSync(file, JSON.stringify({ ratios: better }))
      const { code, output } = await clone.run(`npm run bench -- mcp --compare ${file}`, { PARLEY_BENCH_SIZE: 'small' })
      expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^\| mcp: .*\*\*worse\*\* \|$/m) })
    }, 60_000)

    it('runs to the end', () => expect(ended).toEqual({ code: 0, output: expect.any(String) }))

    it.each(names)('writes the result of %s', (name) => {
      expect(ended.output).toContain(`bench-results/${name}.json`)
      expect(JSON.parse(readFileSync(join(clone.folder, 'bench-results', `${name}.json`), 'utf8'))).toMatchObject({
        machine: { cores: expect.any(Number) },
      })
    })
  })

  it('without a name runs all that have a folder of their own, and names what there is to one that it does not know', async () => {
    const { code, output } = await clone.run('npm run bench -- nothing')
    expect(code).toBe(2)
    for (const name of names) expect(output).toMatch(new RegExp(`^ {2}${name} {2}`, 'm'))
    const folders = readdirSync('bench').filter((name) => existsSync(join('bench', name, `${name}-bench.ts`)))
    // Electron is measured by the bench of sound
    expect([...names].sort()).toEqual(folders.filter((name) => name !== 'electron').sort())
  })
})
