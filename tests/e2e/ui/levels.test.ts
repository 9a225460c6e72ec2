import { expect, it } from 'vitest'
import { emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, replayStatus, worldNow } from '../../support/ui-worlds'

/** Counts what React writes into the page, and what is drawn on canvases, from now on. */
function installCounters(): void {
  const counts = { commits: 0, drawings: 0 }
  Object.defineProperty(window, '__counts', { value: counts })
  Object.defineProperty(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    value: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => {
        counts.commits += 1
      },
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
    },
  })
  const { clearRect } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.clearRect = function (this: CanvasRenderingContext2D, ...area) {
    counts.drawings += 1
    Reflect.apply(clearRect, this, area)
  }
}

interface Counts {
  readonly commits: number
  readonly drawings: number
}

const stage = uiStage()

it('the level is drawn without React, which only counts the seconds', async () => {
  const { page, close } = await stage.open(
    makeWorld({ bootstrap: { statuses: [replayStatus()] } }),
    { width: 1000, height: 800 },
    installCounters,
  )
  const counts = () => page.evaluate((): Counts => ({ ...Reflect.get(window, '__counts') }))
  await emit(page, 'talk.state', { phase: 'listening', talkId: 'talk-1', held: true, since: worldNow })
  await page.waitForFunction(() => Reflect.get(window, '__counts').drawings > 0)
  const before = await counts()
  expect(before.commits).toBeGreaterThan(0)
  await page.waitForFunction((drawings) => Reflect.get(window, '__counts').drawings >= drawings + 60, before.drawings)
  const after = await counts()
  expect(after.commits - before.commits).toBeLessThan(15)
  await close()
})
