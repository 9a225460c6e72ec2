import { describe, expect, it } from 'vitest'
import { createOverlayController, lingers } from '../../../src/main/desktop/overlay/overlay-controller'
import { hasToShow, mayShow, overlayAsks } from '../../../src/main/desktop/overlay/overlay-wanted'
import type { Presence } from '../../../src/main/desktop/presence'
import { narrowed } from '../../../src/main/platform/window/companion-window-table'
import { noHotkeys } from '../../../src/shared/hotkeys/hotkey-state'
import { calls } from '../../../src/shared/ipc/contract'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'
import type { Settings } from '../../../src/shared/ipc/schemas'
import { success } from '../../../src/shared/lib/result'
import { createFakeClock } from '../../support/fake-clock'
import { openApproval } from '../../support/open-approval'
import { paperDesktop } from '../../support/paper-desktop'
import { oneDisplay, paperSmallWindows } from '../../support/paper-popup-windows'
import { tempFolder } from '../../support/temp-folder'

const resting: Presence = { state: 'off', status: undefined, talk: { phase: 'idle' }, questions: [], elicitations: 0, sight: null }
const listening: Presence = {
  ...resting,
  state: 'listening',
  talk: { phase: 'listening', talkId: 'talk-1', held: true, since: 0 },
}

/** An overlay on a fake desktop, with a main window that is in front or not. */
async function scene(change: Partial<Settings> = {}, folder?: string) {
  const userDataFolder = folder ?? (await tempFolder())
  const small = paperSmallWindows()
  const clock = createFakeClock()
  const emitted: string[] = []
  const decided: unknown[] = []
  const now = { presence: resting, inFront: false, settings: { ...defaultSettings, setUp: 'done', ...change } as Settings }
  const overlay = createOverlayController({
    platform: {
      userDataFolder,
      operatingSystem: 'linux',
      systemLocale: 'en',
      windowFocused: () => now.inFront,
      takePress: () => true,
      desktop: paperDesktop({ small, bringToFront: () => emitted.push('in front') }),
    },
    small,
    clock,
    settings: { current: () => now.settings },
    registry: {
      get: () => {
        throw new Error('there is no conversation')
      },
    },
    queue: {
      decide(decision) {
        decided.push(decision)
        return success(openApproval())
      },
    },
    talk: { cancel: () => emitted.push('cancelled') },
    emit: (name, payload) => void emitted.push(`${name} ${JSON.stringify(payload)}`),
    presence: () => now.presence,
    hotkey: () => noHotkeys,
    showSettings: (section) => emitted.push(`settings ${section}`),
    mutedChanged: () => undefined,
  })
  return {
    small,
    clock,
    emitted,
    decided,
    overlay,
    userDataFolder,
    see(next: Partial<typeof now>) {
      Object.assign(now, next)
      overlay.update()
    },
  }
}

describe('the talk overlay', () => {
  it.each([
    ['always', true, false, true],
    ['always', false, true, true],
    ['hidden', true, false, false],
    ['hidden', false, false, true],
    ['hidden', false, true, false],
    ['never', false, false, false],
  ] as const)(
    'set to %s, with the window in front: %s, where it would take the focus: %s, may be shown: %s',
    (setting, inFront, takesFocus, may) => {
      expect(mayShow({ setting, inFront, takesFocus })).toBe(may)
      const platform = { windowFocused: () => inFront, desktop: paperDesktop({ small: paperSmallWindows({ takesFocus }) }) }
      expect(overlayAsks(platform, { ...defaultSettings, setUp: 'done', overlay: setting })).toBe(may)
      expect(overlayAsks(platform, { ...defaultSettings, overlay: setting })).toBe(false)
      expect(overlayAsks({ ...platform, desktop: paperDesktop() }, { ...defaultSettings, setUp: 'done', overlay: setting })).toBe(false)
    },
  )

  it.each([
    ['listening', true, true],
    ['thinking', true, true],
    ['speaking', true, true],
    ['waiting', true, true],
    ['connecting', false, true],
    ['reconnecting', false, true],
    ['error', false, true],
    ['off', false, false],
  ] as const)('has something to show while Parley is %s: %s, and if it is shown already: %s', (state, fresh, standing) => {
    const shows = (stands: boolean) => hasToShow({ setting: 'hidden', stands, presence: { ...resting, state } })
    expect([shows(false), shows(true)]).toEqual([fresh, standing])
  })

  it('appears while something is active behind another window, stays for the last words, and disappears at once when Parley comes to the front', async () => {
    const { small, see, clock, emitted } = await scene()
    see({})
    expect(small.standing.overlay).toBeNull()
    see({ presence: listening })
    expect(small.standing.overlay).toEqual({ x: 460, y: 864, width: 360, height: 72 })
    expect(emitted).toEqual(['overlay.wanted {"on":true}'])
    see({ presence: resting })
    clock.advance(lingers - 1)
    expect(small.standing.overlay).not.toBeNull()
    clock.advance(1)
    expect(small.standing.overlay).toBeNull()
    see({ presence: listening })
    see({ inFront: true })
    expect(small.standing.overlay).toBeNull()
    expect(clock.pending()).toBe(0)
  })

  it('shows an approval of any conversation, and answers for exactly what it showed', async () => {
    const { small, see, overlay, decided } = await scene()
    const question = openApproval()
    see({ presence: { ...resting, questions: [question, openApproval({ approvalId: 'approval-2' })] } })
    expect(small.told.at(-1)).toMatchObject({ window: 'overlay', name: 'overlay.view', payload: { question, questions: 2 } })
    const { approvalId, inputHash } = question
    overlay.handlers['overlay.answer']({ approvalId, inputHash, approved: false })
    expect(decided).toEqual([{ approvalId, inputHash, approved: false }])
    // neither other arguments nor a permanent yes pass; a yes for the conversation and a permanent no do
    const passes = (answer: object) => calls['overlay.answer'].request.safeParse({ approvalId, inputHash, ...answer }).success
    const always = { scope: 'always', matchers: [] }
    expect(passes({ approved: true, editedInput: {} })).toBe(false)
    expect(passes({ approved: false, reason: 'no' })).toBe(false)
    expect(passes({ approved: true, remember: always })).toBe(false)
    expect(passes({ approved: true, remember: { ...always, scope: 'conversation' } })).toBe(true)
    expect(passes({ approved: false, remember: always })).toBe(true)
  })

  it('is shown while Gemini sees something, says what, and has a call of its own to stop it', async () => {
    const { small, see } = await scene()
    see({ presence: { ...resting, sight: { kind: 'camera', isDemo: false } } })
    expect(small.told.at(-1)).toMatchObject({
      window: 'overlay',
      name: 'overlay.view',
      payload: { sight: { kind: 'camera', isDemo: false } },
    })
    const called: string[] = []
    const overlayCalls = narrowed(async (name) => success(called.push(name)), 'overlay')
    await overlayCalls('sight.stop', null)
    await overlayCalls('sight.begin', { kind: 'screen', sourceId: null })
    expect(called).toEqual(['sight.stop'])
  })

  it('stays while a list is open in it, and has the main window apply the choice', async () => {
    const { small, see, overlay, clock, emitted } = await scene()
    overlay.handlers['overlay.hold']({ on: true })
    see({ presence: listening })
    see({ presence: resting })
    overlay.handlers['overlay.hold']({ on: true })
    clock.advance(10 * lingers)
    expect(small.standing.overlay).not.toBeNull()
    overlay.handlers['overlay.choose']({ microphoneId: 'headset', captions: false })
    overlay.handlers['overlay.showSettings']({ section: 'key' })
    expect(emitted.slice(-2)).toEqual(['voice.choose {"microphoneId":"headset","captions":false}', 'settings key'])
    expect(calls['overlay.choose'].request.safeParse({ theme: 'dark' }).success).toBe(false)
    see({ settings: { ...defaultSettings, setUp: 'done', microphoneId: 'headset', volume: 0.5 } })
    expect(small.told.at(-1)).toMatchObject({ payload: { sound: { microphoneId: 'headset', volume: 0.5 } } })
    overlay.handlers['overlay.hold']({ on: false })
    clock.advance(lingers)
    expect(small.standing.overlay).toBeNull()
  })

  it('that was dismissed comes with the next event, not with the rest of this one', async () => {
    const { small, see, overlay } = await scene()
    see({ presence: listening })
    overlay.handlers['overlay.dismiss'](null)
    see({ presence: { ...resting, state: 'speaking' } })
    expect(small.standing.overlay).toBeNull()
    see({ presence: resting })
    see({ presence: listening })
    expect(small.standing.overlay).not.toBeNull()
  })

  it('is shown with captions and levels, which the main window sends only while it is shown', async () => {
    const { small, see, overlay, emitted } = await scene()
    const level = { source: 'microphone' as const, rms: 0.1, peak: 0.2, waveform: [0.1] }
    overlay.handlers['voice.level'](level)
    expect(small.told).toEqual([])
    see({ presence: listening })
    overlay.handlers['voice.level'](level)
    const voice = { caption: { said: 'Pay it', spoken: '', coming: '' }, runningTool: null, microphones: [], loudspeakers: [] }
    overlay.handlers['voice.facts'](voice)
    expect(small.told.slice(-2)).toMatchObject([
      { name: 'overlay.level', payload: level },
      { name: 'overlay.view', payload: { voice } },
    ])
    expect(overlay.handlers['voice.muted']({ muted: true })).toEqual({ overlay: true })
    see({ inFront: true })
    expect(emitted.at(-1)).toBe('overlay.wanted {"on":false}')
    expect(overlay.handlers['voice.muted']({ muted: true })).toEqual({ overlay: false })
    expect(overlay.muted()).toBe(true)
  })

  it('is shown where it was left on each display, after a restart too, completely on it however high it grows', async () => {
    const { small, see, overlay, userDataFolder } = await scene()
    const two = { id: 'two', area: { x: 1280, y: 0, width: 800, height: 600 } }
    see({ presence: listening })
    overlay.handlers['overlay.move']({ x: -200, y: -600, done: false })
    overlay.handlers['overlay.move']({ x: -10_000, y: 0, done: false })
    overlay.handlers['overlay.move']({ x: 9950, y: 0, done: true })
    expect(small.standing.overlay).toEqual({ x: 210, y: 264, width: 360, height: 72 })
    small.plug(two, oneDisplay)
    const again = await scene({}, userDataFolder)
    again.see({ presence: listening })
    expect(again.small.standing.overlay).toEqual({ x: 210, y: 264, width: 360, height: 72 })
    again.overlay.handlers['overlay.size']({ height: 900 })
    expect(again.small.standing.overlay).toEqual({ x: 210, y: 60, width: 360, height: 900 })
    again.overlay.handlers['overlay.size']({ height: 72 })
    expect(again.small.standing.overlay).toEqual({ x: 210, y: 264, width: 360, height: 72 })
    // its display is removed: it moves to the remaining one
    again.small.plug(two)
    again.overlay.place()
    expect(again.small.standing.overlay).toEqual({ x: 1500, y: 504, width: 360, height: 72 })
  })

  it('goes where the user moves it, though it grows meanwhile, and does not disappear under the pointer', async () => {
    const { small, see, overlay, clock } = await scene()
    see({ presence: listening })
    overlay.handlers['overlay.move']({ x: 10, y: -300, done: false })
    overlay.handlers['overlay.size']({ height: 120 })
    expect(small.standing.overlay).toEqual({ x: 470, y: 564, width: 360, height: 120 })
    see({ presence: resting })
    clock.advance(10 * lingers)
    overlay.handlers['overlay.move']({ x: 10, y: -100, done: false })
    overlay.handlers['overlay.move']({ x: 0, y: 0, done: true })
    expect(small.standing.overlay).toEqual({ x: 480, y: 464, width: 360, height: 120 })
    clock.advance(lingers)
    expect(small.standing.overlay).toBeNull()
    expect(clock.pending()).toBe(0)
  })

  it('brings Parley to the front, at its approval, and stops what is active', async () => {
    const { see, overlay, emitted } = await scene()
    see({ presence: listening })
    emitted.length = 0
    overlay.handlers['overlay.showParley']({ approvalId: 'approval-1' })
    await overlay.handlers['overlay.stop'](null)
    overlay.handlers['overlay.mute']({ muted: true })
    expect(emitted).toEqual(['in front', 'question.show {"approvalId":"approval-1"}', 'cancelled', 'voice.mute {"muted":true}'])
  })
})

describe('the dispatch of a popup window', () => {
  it.each(['overlay', 'quick'] as const)('of %s accepts its own calls and nothing else', async (name) => {
    const passed: string[] = []
    const enter = narrowed((call) => {
      passed.push(call)
      return Promise.resolve(success(null))
    }, name)
    for (const call of [...Object.keys(calls), 'toString', '__proto__']) await enter(call, null)
    expect(passed.filter((call) => !call.startsWith(`${name}.`) && !['talk.toggle', 'sight.stop'].includes(call))).toEqual([])
    expect(passed).toContain(`${name}.open`)
    expect(await enter('approval.decide', null)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
  })
})
