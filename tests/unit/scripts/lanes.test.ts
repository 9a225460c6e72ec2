import { describe, expect, it } from 'vitest'
import { runInLanes } from '../../../scripts/setup/lanes.mjs'

interface Stage {
  readonly name: string
  readonly lane: string
  readonly needs?: readonly string[]
}

/** Stages that end when the test says so; `log` records what began and ended. */
function stagesOf(stages: readonly Stage[]) {
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const all = runInLanes(stages, ({ name }: Stage) => {
    log.push(`${name} begins`)
    return new Promise<string>((resolve) =>
      ends.set(name, () => {
        log.push(`${name} ends`)
        resolve(`${name} ran`)
      }),
    )
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    log,
    all,
    settled,
    async end(name: string) {
      ends.get(name)?.()
      await settled()
    },
  }
}

const build = { name: 'build', lane: 'build' }
const types = { name: 'types', lane: 'types' }
const unit = { name: 'unit', lane: 'background', needs: ['build', 'types'] }
const host = { name: 'host', lane: 'background', needs: ['build'] }
const electron = { name: 'electron', lane: 'electron', needs: ['build'] }

describe('stages of a test run', () => {
  it('begin when what they need has ended, those of one lane one after the other, and the lanes at once', async () => {
    const { log, all, settled, end } = stagesOf([build, types, unit, host, electron])
    await settled()
    expect(log.splice(0)).toEqual(['build begins', 'types begins'])
    await end('build')
    expect(log.splice(0)).toEqual(['build ends', 'electron begins'])
    await end('types')
    expect(log.splice(0)).toEqual(['types ends', 'unit begins'])
    await end('unit')
    expect(log.splice(0)).toEqual(['unit ends', 'host begins'])
    await end('electron')
    await end('host')
    expect(await all).toEqual(['build ran', 'types ran', 'unit ran', 'host ran', 'electron ran'])
  })

  it('wait for nothing that was not chosen', async () => {
    const { log, settled } = stagesOf([unit])
    await settled()
    expect(log).toEqual(['unit begins'])
  })
})
