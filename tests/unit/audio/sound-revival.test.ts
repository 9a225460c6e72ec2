import { describe, expect, it } from 'vitest'
import { startSoundRevival } from '../../../src/renderer/audio/sound-revival'
import { createFakeClock } from '../../support/fake-clock'

type Device = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label' | 'groupId' | 'toJSON'>

/** A computer whose devices the test adds and removes. */
function machine(...kinds: readonly MediaDeviceKind[]) {
  const clock = createFakeClock()
  const target = new EventTarget()
  const seen = { devices: list(kinds) }
  const told: boolean[] = []
  let renewals = 0
  const revival = startSoundRevival({
    clock,
    devices: {
      enumerateDevices: async () => [...seen.devices],
      addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target),
    },
    renew: () => {
      renewals += 1
    },
    onLost: (lost) => told.push(lost),
  })
  return {
    told,
    renewals: () => renewals,
    close: revival.close,
    async change(...next: readonly MediaDeviceKind[]) {
      seen.devices = list(next)
      target.dispatchEvent(new Event('devicechange'))
      await this.pass(300)
    },
    /** Devices that come without an event. */
    put: (...next: readonly MediaDeviceKind[]) => {
      seen.devices = list(next)
    },
    async pass(milliseconds: number) {
      await settle()
      clock.advance(milliseconds)
      await settle()
    },
  }
}

const list = (kinds: readonly MediaDeviceKind[]): readonly Device[] =>
  kinds.map((kind) => ({ kind, deviceId: 'one', label: '', groupId: '', toJSON: () => null }))

/** All promises have settled. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

describe('a sound system that is gone', () => {
  it('is reported, and looked for with a new process at growing intervals until it is back', async () => {
    const run = machine('audioinput', 'audiooutput')
    await run.pass(0)
    await run.change()
    expect(run.told).toEqual([true])
    expect(run.renewals()).toBe(1)
    const counts: number[] = []
    for (const pause of [500, 1000, 2000, 4000]) {
      await run.pass(pause - 1)
      counts.push(run.renewals())
      await run.pass(1)
    }
    expect(counts).toEqual([1, 2, 3, 4])
    run.put('audiooutput')
    await run.pass(8000)
    expect(run.told).toEqual([true, false])
    expect(run.renewals()).toBe(5)
    await run.pass(60_000)
    expect(run.renewals()).toBe(5)
  })

  it('that goes a second time is looked for as quickly as at first', async () => {
    const run = machine('audioinput')
    await run.pass(0)
    await run.change()
    await run.pass(500)
    run.put('audioinput')
    await run.pass(1000)
    await run.change()
    expect(run.told).toEqual([true, false, true])
    const before = run.renewals()
    await run.pass(500)
    expect(run.renewals()).toBe(before + 1)
  })

  it('that never existed, or of which a part is left, is left alone', async () => {
    const none = machine()
    await none.pass(0)
    await none.change('videoinput')
    const part = machine('audioinput', 'audiooutput')
    await part.pass(0)
    await part.change('audiooutput')
    await part.pass(60_000)
    expect([none.renewals(), part.renewals(), none.told, part.told]).toEqual([0, 0, [], []])
  })

  it('is no longer looked for once the page has ended', async () => {
    const run = machine('audioinput')
    await run.pass(0)
    await run.change()
    run.close()
    await run.pass(60_000)
    expect(run.renewals()).toBe(1)
  })
})
