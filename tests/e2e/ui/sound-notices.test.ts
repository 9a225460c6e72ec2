import { expect, it } from 'vitest'
import { calls } from '../../../src/shared/ipc/contract'
import type { Notice } from '../../../src/shared/ipc/schemas'
import { axeViolations } from '../../support/axe-violations'
import { findLayoutFaults } from '../../support/layout-faults'
import { changeSettings, emit, saveScreen } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()

/** Main's notices about sound. */
const told: readonly { readonly kind: Notice['kind']; readonly detail: string; readonly en: string; readonly ja: string }[] = [
  { kind: 'microphone-missing', detail: 'NotFoundError', en: 'No microphone found', ja: 'マイクが見つかりません' },
  {
    kind: 'microphone-refused',
    detail: 'NotAllowedError',
    en: 'Parley isn’t allowed to use the microphone',
    ja: 'マイクの使用が許可されていません',
  },
  { kind: 'microphone-busy', detail: 'NotReadableError', en: 'The microphone is in use elsewhere', ja: 'マイクはほかのアプリが使用中です' },
  { kind: 'microphone-silent', detail: '', en: 'No sound from the microphone', ja: 'マイクから音が届きません' },
  {
    kind: 'recording-failed',
    detail: 'ENOSPC',
    en: 'Recording stopped: the file can’t be written',
    ja: '録音を停止しました：ファイルに書き込めません',
  },
]

it('notices about sound fit completely in a narrow window, in both languages and themes', async () => {
  const { page, complaints, close } = await stage.open(makeWorld({}), { width: 420, height: 700 })
  for (const language of ['en', 'ja'] as const) {
    await changeSettings(page, { language })
    for (const notice of told) {
      await emit(page, 'notice.shown', {
        noticeId: notice.kind,
        conversationId: null,
        kind: notice.kind,
        cause: null,
        detail: notice.detail,
      })
      await page.getByText(notice[language]).first().waitFor()
      for (const theme of ['light', 'dark'] as const) {
        await changeSettings(page, { theme })
        await saveScreen(page, `notice-${notice.kind}-${language}-${theme}`)
        await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
        if (notice === told[0]) expect(await axeViolations(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
      }
      await emit(page, 'notice.gone', { noticeId: notice.kind })
    }
  }
  expect(complaints).toEqual([])
  await close()
})

it('under a notice the empty conversation is whole in a window of the usual size, and Escape leads back from the demos', async () => {
  const [first, ...others] = calls['app.bootstrap'].reply.parse(makeWorld({}).bootstrap).fixtures
  if (first === undefined) throw new Error('no demo')
  const fixtures = [first, ...others, { ...first, fixtureId: 'weather-text' }]
  const { page, close } = await stage.open(makeWorld({ bootstrap: { fixtures } }), { width: 1000, height: 700 })
  const shown = { conversationId: null, cause: null, detail: '' }
  await emit(page, 'notice.shown', { ...shown, noticeId: 'missing', kind: 'microphone-missing' })
  await page.getByText('No microphone found').first().waitFor()
  await saveScreen(page, 'notice-empty')
  // its last line is above the dock
  await expect
    .poll(async () => {
      const [last, dock] = await Promise.all(
        [page.locator('[data-opens-settings="key"]'), page.locator('[data-region="dock"]')].map((one) => one.boundingBox()),
      )
      return (last?.y ?? 0) + (last?.height ?? 0) < (dock?.y ?? 0)
    })
    .toBe(true)
  await page.locator('[data-opens-demos]').click()
  await page.locator('[data-demo]').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[data-opens-demos]').waitFor()
  await close()
})
