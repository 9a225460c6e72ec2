import { expect, it } from 'vitest'
import type { Presence } from '../../../src/main/desktop/presence'
import { createTrayController } from '../../../src/main/desktop/tray-controller'
import type { TrayVerb } from '../../../src/main/platform/tray/tray-menu'
import { paperDesktop } from '../../support/paper-desktop'

it('the tray says what Gemini sees and stops it, or would see in a demo, and says nothing of it afterwards', () => {
  const ended: string[] = []
  const acts = { toggleTalk() {}, interrupt() {}, mute() {}, newQuestion() {}, questions() {}, open() {}, inspector() {}, quit() {} }
  let presence: Presence = {
    state: 'off',
    status: undefined,
    talk: { phase: 'idle' },
    questions: [],
    elicitations: 0,
    sight: { kind: 'screen', isDemo: false },
  }
  let tooltip = ''
  let menu: readonly TrayVerb[] = []
  const tray = createTrayController({
    desktop: paperDesktop({
      showInTray(state) {
        tooltip = state.tooltip
      },
      setTrayMenu(verbs) {
        menu = verbs
      },
    }),
    locale: () => 'en',
    presence: () => presence,
    muted: () => false,
    acts: { ...acts, stopSight: () => ended.push('sight') },
    clicked: () => undefined,
  })
  tray.update()
  expect(tooltip).toBe('Parley · Gemini sees: Screen')
  presence = { ...presence, sight: { kind: 'screen', isDemo: true } }
  tray.update()
  expect(tooltip).toBe('Parley · Gemini would see: Screen')
  menu.find(({ label }) => label === 'Stop showing')?.act()
  expect(ended).toEqual(['sight'])
  presence = { ...presence, sight: null }
  tray.update()
  expect(tooltip).toBe('Parley')
  expect(menu.map(({ label }) => label)).not.toContain('Stop showing')
})
