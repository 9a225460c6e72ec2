import { expect, onTestFinished, test } from 'vitest'
import type { PicturedSource } from '../../src/main/platform/desktop'
import { startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { paperDesktop } from '../support/paper-desktop'
import { paperJpeg } from '../support/paper-jpeg'

const picture = Uint8Array.from(paperJpeg(240, 150))
const listed: readonly PicturedSource[] = [
  { sourceId: 'screen:1', kind: 'screen', name: 'Screen 1', picture },
  { sourceId: 'window:7', kind: 'window', name: 'Letter to the doctor', picture },
]

/** A desktop with a screen and a window, whose user answers main's dialogs like this, and presses when `pressed` says so. */
async function opened(agrees: boolean, pressed: () => boolean) {
  const asked: string[] = []
  const app = await startInProcess({
    fixtures: [await bundledFixture('weather')],
    takePress: pressed,
    desktop: paperDesktop({
      confirm({ message }) {
        asked.push(message)
        return Promise.resolve(agrees)
      },
      sight: { list: () => Promise.resolve(listed), offer: () => undefined, mark: () => undefined, hideParley: () => undefined },
    }),
  })
  onTestFinished(() => app.remove())
  await app.call('conversation.create', null)
  const phases = () => app.told('sight.state').map(({ phase }) => phase)
  return { app, asked, phases }
}

test.each(['screen', 'window', 'camera'] as const)(
  'a page shows %s without a press that main saw only if the user agrees in a dialog of main’s own',
  async (kind) => {
    const sourceId = kind === 'window' ? 'window:7' : null
    const refused = await opened(false, () => false)
    await expect(refused.app.call('sight.begin', { kind, sourceId })).rejects.toThrow('not-confirmed')
    expect(refused.asked).toEqual([expect.stringMatching(/^Show Gemini /)])
    expect(refused.phases()).not.toContain('asking')
    const agreed = await opened(true, () => false)
    await agreed.app.call('sight.begin', { kind, sourceId })
    expect(agreed.phases()).toContain('asking')
  },
)

test('what the user shows with a press needs no dialog', async () => {
  const { app, asked, phases } = await opened(false, () => true)
  await app.call('sight.begin', { kind: 'screen', sourceId: null })
  expect([asked, phases()]).toEqual([[], ['asking']])
})

test('a page gets titles and pictures of the user’s windows only after a press that main saw', async () => {
  const presses = [true]
  const { app } = await opened(false, () => presses.pop() ?? false)
  expect((await app.call('sight.sources', null)).sources).toEqual(listed)
  expect((await app.call('sight.sources', null)).sources).toEqual([
    { sourceId: 'screen:1', kind: 'screen', name: 'Screen 1', picture: null },
  ])
})
