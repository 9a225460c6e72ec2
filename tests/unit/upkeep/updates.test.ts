import { describe, expect, it } from 'vitest'
import {
  CALL_WATCH_MS,
  createUpdates,
  FIRST_LOOK_MS,
  type FoundUpdate,
  LOOK_EVERY_MS,
  type UpdateEngine,
} from '../../../src/main/diagnostics/upkeep/updates'
import type { UpdateState } from '../../../src/shared/ipc/upkeep-calls'
import { createFakeClock } from '../../support/fake-clock'

interface World {
  inCall: boolean
  on: boolean
  found: FoundUpdate | null
}

/** Updates with a fake engine: its requests, and a fetch that ends when the test says so. */
function updatesOnPaper(initial: Partial<World> = {}) {
  const world: World = { inCall: false, on: true, found: { version: '2.0.0', notes: 'It sings.' }, ...initial }
  const asked: string[] = []
  const told: UpdateState[] = []
  const clock = createFakeClock()
  let fetched = { done: (): void => undefined, fail: (_error: Error): void => undefined }
  const engine: UpdateEngine = {
    check(channel) {
      asked.push(`check ${channel}`)
      return Promise.resolve(world.found)
    },
    fetch(onPercent, signal) {
      asked.push('fetch')
      onPercent(41.7)
      return new Promise((resolve, reject) => {
        fetched = { done: resolve, fail: reject }
        signal.addEventListener('abort', () => reject(new Error('given up')))
      })
    },
    install: () => void asked.push('install'),
  }
  const updates = createUpdates({
    engine,
    clock,
    settings: () => ({ updates: world.on, updateChannel: 'beta' }),
    isInCall: () => world.inCall,
    onChange: (state) => told.push(state),
  })
  return { updates, world, asked, told, clock, fetched: () => fetched }
}

/** Lets all pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('updates', () => {
  it('are looked for automatically, a minute after the start and then some times a day, on the chosen channel', async () => {
    const { asked, clock, world } = updatesOnPaper({ found: null })
    clock.advance(FIRST_LOOK_MS - 1)
    expect(asked).toEqual([])
    clock.advance(1)
    await settle()
    clock.advance(LOOK_EVERY_MS)
    await settle()
    expect(asked).toEqual(['check beta', 'check beta'])
    world.on = false
    clock.advance(LOOK_EVERY_MS)
    await settle()
    expect(asked).toHaveLength(2)
  })

  it('are not looked for while that is turned off, except on request', async () => {
    const { updates, asked, clock } = updatesOnPaper({ on: false, found: null })
    clock.advance(FIRST_LOOK_MS + LOOK_EVERY_MS)
    await settle()
    expect(asked).toEqual([])
    expect(await updates.check()).toEqual({ phase: 'idle', checkedAt: clock.now() })
    expect(asked).toEqual(['check beta'])
  })

  it('are fetched when found, and installed only when the user says so', async () => {
    const { updates, asked, told, fetched } = updatesOnPaper()
    const checked = updates.check()
    await settle()
    expect(updates.install()).toBe(false)
    fetched().done()
    expect(await checked).toEqual({ phase: 'ready', version: '2.0.0', notes: 'It sings.' })
    expect(told.map(({ phase }) => phase)).toEqual(['checking', 'fetching', 'fetching', 'ready'])
    expect(told[2]).toEqual({ phase: 'fetching', version: '2.0.0', percent: 41 })
    expect(asked).toEqual(['check beta', 'fetch'])
    expect(updates.install()).toBe(true)
    expect(asked).toEqual(['check beta', 'fetch', 'install'])
  })

  it('wait while a conversation is active, even if it begins during the download, and continue after it', async () => {
    const { updates, asked, clock, world, fetched } = updatesOnPaper({ inCall: true })
    expect(await updates.check()).toEqual({ phase: 'waiting' })
    clock.advance(CALL_WATCH_MS)
    await settle()
    expect(asked).toEqual([])
    world.inCall = false
    clock.advance(CALL_WATCH_MS)
    await settle()
    expect(asked).toEqual(['check beta', 'fetch'])
    world.inCall = true
    clock.advance(CALL_WATCH_MS)
    await settle()
    expect(updates.state()).toEqual({ phase: 'waiting' })
    world.inCall = false
    clock.advance(CALL_WATCH_MS)
    await settle()
    fetched().done()
    await settle()
    expect(updates.state().phase).toBe('ready')
    world.inCall = true
    expect(updates.install()).toBe(false)
    expect(asked).toEqual(['check beta', 'fetch', 'check beta', 'fetch'])
  })

  it('with other contents than declared are reported and not installed; the next check is made all the same', async () => {
    const { updates, asked, clock, fetched } = updatesOnPaper()
    const checked = updates.check()
    await settle()
    fetched().fail(new Error('sha512 checksum mismatch'))
    expect(await checked).toEqual({ phase: 'failed', reason: 'sha512 checksum mismatch' })
    expect(updates.install()).toBe(false)
    clock.advance(LOOK_EVERY_MS)
    await settle()
    expect(asked).toEqual(['check beta', 'fetch', 'check beta', 'fetch'])
  })

  it('are not shown without an update server', async () => {
    const updates = createUpdates({
      engine: null,
      clock: createFakeClock(),
      settings: () => ({ updates: true, updateChannel: 'latest' }),
      isInCall: () => false,
      onChange: () => expect.unreachable(),
    })
    expect(await updates.check()).toEqual({ phase: 'unavailable' })
  })
})
