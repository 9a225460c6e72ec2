import { expect, it, onTestFinished, vi } from 'vitest'
import { untilDrawn } from '../../../src/renderer/ui/until-drawn'

/** A page whose frames and idle moments come when the test says so. */
function page() {
  const frames: (() => void)[] = []
  const idle: (() => void)[] = []
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act))
  vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act))
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const take = async (from: (() => void)[]): Promise<void> => {
    for (const act of from.splice(0)) act()
    await Promise.resolve()
  }
  return { frame: () => take(frames), rest: () => take(idle) }
}

it('the page has been painted once a frame is over and the page is idle', async () => {
  const { frame, rest } = page()
  let drawn = false
  void untilDrawn().then(() => {
    drawn = true
  })
  await frame()
  expect(drawn).toBe(false)
  await rest()
  expect(drawn).toBe(true)
})

it('a hidden window, which paints nothing, is not waited for', async () => {
  page()
  const drawn = untilDrawn()
  vi.advanceTimersByTime(200)
  await expect(drawn).resolves.toBeUndefined()
})
