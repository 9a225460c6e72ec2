import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('what only real Electron can test', () => {
  it('stays small: src/main/electron and src/preload together have fewer than 500 lines', () => {
    const files = ['src/main/electron', 'src/preload'].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name)),
    )
    const lines = files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length, 0)
    expect(lines).toBeGreaterThan(0)
    expect(lines).toBeLessThan(500)
  })
})
