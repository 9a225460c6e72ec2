import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { majorsBehind, SUPPORTED_MAJORS } from '../../scripts/package/electron-age.mjs'
import { z } from '../../src/shared/lib/zod'
import { projectFolder } from './planted-project'
import { linesWith, sourceFiles } from './source-files'

const readJson = (name: string): unknown => JSON.parse(readFileSync(path.join(projectFolder, name), 'utf8'))

const description = z
  .object({ dependencies: z.record(z.string(), z.string()).default({}), devDependencies: z.record(z.string(), z.string()) })
  .parse(readJson('package.json'))

const lockEntry = z.object({ version: z.string().optional(), integrity: z.string().optional(), resolved: z.string().optional() })
const lock = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), lockEntry) }).parse(readJson('package-lock.json'))
const locked = Object.entries(lock.packages).filter(([place]) => place !== '')

describe('the packages', () => {
  it('are named by exact versions', () => {
    const versions = Object.entries({ ...description.dependencies, ...description.devDependencies })
    expect(versions.filter(([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })

  it('are all bundled: none is left for the packaged app to install', () => {
    expect(description.dependencies).toEqual({})
  })

  it('are each locked to their contents', () => {
    expect(locked.length).toBeGreaterThan(100)
    expect(locked.filter(([, entry]) => !entry.integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual([])
  })

  it('come from whatever registry the user has set', () => {
    expect(locked.filter(([, entry]) => entry.resolved !== undefined).map(([place]) => place)).toEqual([])
  })

  it('run no script of theirs when they are installed', () => {
    expect(readFileSync(path.join(projectFolder, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  })
})

describe('the Electron version', () => {
  const committedAt = Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: projectFolder, encoding: 'utf8' })) * 1000

  it('is one of the three newest majors at the time of the newest commit: only those still get fixes', () => {
    expect(majorsBehind(description.devDependencies.electron ?? '0', committedAt)).toBeLessThan(SUPPORTED_MAJORS)
  })

  it('ages by itself, a major every eight weeks', () => {
    const weeks = (count: number) => Date.UTC(2026, 9, 20) + count * 7 * 24 * 3600 * 1000
    expect([0, 7, 8, 23, 24].map((count) => majorsBehind('45.5.0', weeks(count)))).toEqual([0, 0, 1, 2, 3])
    expect(majorsBehind('46.0.0', weeks(0))).toBe(0)
  })
})

describe('the repository', () => {
  it('names no registry host and no path of the computer it was written on', () => {
    const everything = sourceFiles(
      ['.', ':!package-lock.json', ':!tests/lint'],
      /\.(ts|tsx|mjs|js|json|jsonl|md|css|html|yml)$|\.npmrc$|^\.ci\/run$/,
    )
    expect(everything.length).toBeGreaterThan(30)
    expect(linesWith(everything, /registry\.npmjs|deb\.debian\.org|(^|[\s'"`(=])\/(work|root)\//)).toEqual([])
  })
})

describe('the notices', () => {
  const notices = readFileSync(path.join(projectFolder, 'THIRD_PARTY_NOTICES.md'), 'utf8')
  const bareImport = /from\s+['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"]*)?['"]/g

  /** Packages whose code (not only types) the sources import, other than Node's own modules. */
  function importedPackages(): readonly string[] {
    const imports = sourceFiles(['src']).flatMap(({ text }) =>
      text
        .split('\n')
        .flatMap((line) => (/^\s*import\s+type\b/.test(line) ? [] : [...line.matchAll(bareImport)].map(([, name]) => name ?? ''))),
    )
    return [...new Set(imports)].filter((name) => name in description.devDependencies)
  }

  it('name every package that the app is built from, in the version that is installed', () => {
    const imported = importedPackages()
    expect(imported).toContain('react')
    expect(imported.filter((name) => !notices.includes(`\n## ${name} ${description.devDependencies[name]}\n`))).toEqual([])
  })

  it('name no licence that asks for more than to be named', () => {
    const licences = [...notices.matchAll(/^(?:Licence: |Published under )([^;\n]+)/gm)].map(([, name]) => name ?? '')
    expect(licences.length).toBeGreaterThan(50)
    const free = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Python-2\.0|Unlicense|CC0-1\.0|OFL-1\.1)$/
    expect(licences.filter((name) => !name.split(/ (?:AND|OR) /).every((one) => free.test(one.replace(/[()]/g, ''))))).toEqual([])
  })

  it('contain the text of each licence', () => {
    // some licences have headings of their own
    const sections = notices.split(/^## (?=\S+ \d+\.)/m).slice(1)
    expect(sections.length).toBeGreaterThan(50)
    expect(sections.filter((section) => !section.includes('```text') && !/^Published under \S+/m.test(section))).toEqual([])
  })
})
