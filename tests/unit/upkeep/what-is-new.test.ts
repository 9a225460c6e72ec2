import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWhatIsNew } from '../../../src/main/diagnostics/upkeep/what-is-new'
import { nodeFiles } from '../../../src/main/lib/files'
import { tempFolder } from '../../support/temp-folder'

describe('what is new', () => {
  it('is shown once, at the first start of another version', async () => {
    const folder = tempFolder()
    const run = (version: string) => createWhatIsNew(folder, nodeFiles, version)
    expect(await run('1.0.0').take()).toBeNull()
    expect(await run('1.0.0').take()).toBeNull()
    await run('1.0.0').keep('1.1.0', 'It sings.')
    expect(await run('1.1.0').take()).toBe('1.1.0: It sings.')
    expect(await run('1.1.0').take()).toBeNull()
  })

  it('is only the number if that version was installed another way, or without notes', async () => {
    const folder = tempFolder()
    const run = (version: string) => createWhatIsNew(folder, nodeFiles, version)
    await run('1.0.0').take()
    await run('1.0.0').keep('1.1.0', 'It sings.')
    expect(await run('1.2.0').take()).toBe('1.2.0')
    await run('1.2.0').keep('1.3.0', '')
    expect(await run('1.3.0').take()).toBe('1.3.0')
  })

  it('is empty if the note about it is damaged', async () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'version.json'), '{"version":')
    expect(await createWhatIsNew(folder, nodeFiles, '1.0.0').take()).toBeNull()
    expect(await createWhatIsNew(folder, nodeFiles, '1.1.0').take()).toBe('1.1.0')
  })
})
