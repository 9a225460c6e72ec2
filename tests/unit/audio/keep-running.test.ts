import { describe, expect, it } from 'vitest'
import { keepRunning } from '../../../src/renderer/audio/keep-running'
import { createFakeClock } from '../../support/fake-clock'

/** A context whose system may refuse to start it, and a page for user gestures. */
class Context extends EventTarget {
  state: AudioContextState = 'running'
  allowed = true
  readonly asked: string[] = []

  async resume(): Promise<void> {
    this.asked.push('resume')
    if (this.allowed) this.become('running')
  }

  async suspend(): Promise<void> {
    this.asked.push('suspend')
    this.become('suspended')
  }

  become(state: AudioContextState): void {
    if (state === this.state) return
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

function run() {
  const context = new Context()
  const clock = createFakeClock()
  const page = new EventTarget()
  const blocked: boolean[] = []
  const running = keepRunning(context, clock, (there) => blocked.push(there), page)
  return { context, clock, page, blocked, running }
}

describe('the player’s context', () => {
  it('is suspended ten seconds after the last sound, and runs as soon as the next one comes', () => {
    const { context, clock, running, blocked } = run()
    running.want(true)
    clock.advance(60_000)
    expect(context.state).toBe('running')
    running.want(false)
    clock.advance(9999)
    expect(context.state).toBe('running')
    clock.advance(1)
    expect(context.state).toBe('suspended')
    running.want(true)
    expect(context.state).toBe('running')
    expect(blocked).toEqual([])
  })

  it('is suspended when the app was started and nothing was played, and has no timer from then on', () => {
    const { context, clock } = run()
    clock.advance(10_000)
    expect(context.state).toBe('suspended')
    expect(clock.pending()).toBe(0)
    clock.advance(3_600_000)
    expect(context.asked).toEqual(['suspend'])
  })

  it('is not suspended between two consecutive answers', () => {
    const { context, clock, running } = run()
    for (let answer = 0; answer < 20; answer += 1) {
      running.want(true)
      clock.advance(2000)
      running.want(false)
      clock.advance(9000)
    }
    expect(context.asked).toEqual([])
  })

  it('runs as soon as sound is expected, and as long as it is', () => {
    const { context, clock, running } = run()
    clock.advance(20_000)
    running.expect(true)
    expect(context.state).toBe('running')
    clock.advance(600_000)
    running.want(true)
    running.want(false)
    clock.advance(600_000)
    expect(context.state).toBe('running')
    running.expect(false)
    clock.advance(10_000)
    expect(context.state).toBe('suspended')
  })

  it('is not resumed by a key or a click while there is no sound to play', () => {
    const { context, clock, page } = run()
    clock.advance(10_000)
    page.dispatchEvent(new Event('keydown'))
    page.dispatchEvent(new Event('pointerdown'))
    expect(context.state).toBe('suspended')
  })

  it('is resumed even if it still reports that it runs right after its suspension', () => {
    const { context, clock, running } = run()
    context.suspend = async () => {
      context.asked.push('suspend')
    }
    clock.advance(10_000)
    expect(context.state).toBe('running')
    running.want(true)
    expect(context.asked).toEqual(['suspend', 'resume'])
  })

  it('that may not start is tried at growing intervals and at every user gesture, and that is reported until it runs', () => {
    const { context, clock, page, blocked, running } = run()
    clock.advance(10_000)
    context.allowed = false
    running.want(true)
    clock.advance(250)
    expect(blocked).toEqual([true])
    clock.advance(500)
    expect(context.state).toBe('suspended')
    context.allowed = true
    page.dispatchEvent(new Event('pointerdown'))
    expect(context.state).toBe('running')
    expect(blocked).toEqual([true, false])
  })

  it('that was lost during playback is resumed at once', () => {
    const { context, running } = run()
    running.want(true)
    context.become('suspended')
    expect(context.state).toBe('running')
  })

  it('is left alone once it is released', () => {
    const { context, clock, page, running } = run()
    running.stop()
    running.want(false)
    clock.advance(60_000)
    page.dispatchEvent(new Event('keydown'))
    expect(context.asked).toEqual([])
    expect(clock.pending()).toBe(0)
  })
})
