import { describe, expect, test } from 'vitest'
import { bannerOf } from '../../../src/renderer/app/banner-facts'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import { type AppState, initialState } from '../../../src/renderer/state/app-state'
import { replayStatus } from '../../support/ui-worlds'

const i18n = createTranslator('en')

function refused(model: string): AppState {
  const state = initialState()
  const session = { phase: 'failed', cause: 'model-unknown', detail: '' } as const
  return {
    ...state,
    settings: { ...state.settings, model: 'spoken-to', textModel: 'answers-in-writing' },
    currentConversationId: 'conversation-0',
    statuses: { 'conversation-0': replayStatus({ model, session, replay: null }) },
  }
}

describe('the banner', () => {
  test('of a refused model leads to the field of that model', () => {
    expect(bannerOf(refused('spoken-to'), i18n)).toMatchObject({ fix: 'model' })
    expect(bannerOf(refused('answers-in-writing'), i18n)).toMatchObject({ fix: 'text-model' })
  })

  test('of a damaged file leads to the backups', () => {
    const notice = { noticeId: 'notice-1', conversationId: null, kind: 'store-damaged', cause: null, detail: '' } as const
    expect(bannerOf({ ...initialState(), notices: [notice] }, i18n)).toMatchObject({ fix: 'backups' })
  })

  test('of a refused microphone leads to the page of the system that allows it, or to the microphones where there is none', () => {
    const notice = { noticeId: 'notice-1', conversationId: null, kind: 'microphone-refused', cause: null, detail: '' } as const
    const on = (operatingSystem: 'linux' | 'darwin' | 'win32'): AppState => {
      const state = initialState()
      return { ...state, installation: { ...state.installation, platform: 'electron', operatingSystem }, notices: [notice] }
    }
    expect(bannerOf(on('darwin'), i18n)).toMatchObject({ systemPage: 'microphone', fix: null })
    expect(bannerOf(on('win32'), i18n)).toMatchObject({ systemPage: 'microphone', fix: null })
    expect(bannerOf(on('linux'), i18n)).toMatchObject({ systemPage: null, fix: 'microphone' })
  })

  test('leaves what no recording answers to the thread, and a failure beside it is shown', () => {
    const notice = (kind: 'store-damaged' | 'not-recorded' | 'not-heard') =>
      ({ noticeId: kind, conversationId: null, kind, cause: null, detail: '' }) as const
    const notices = [notice('store-damaged'), notice('not-recorded'), notice('not-heard')]
    expect(bannerOf({ ...initialState(), notices }, i18n)).toMatchObject({ noticeId: 'store-damaged' })
    expect(bannerOf({ ...initialState(), notices: notices.slice(1) }, i18n)).toBe(null)
  })

  test('of speech that a recording can’t hear names the recording by its title, and leads to the key', () => {
    const weather = {
      fixtureId: 'weather',
      title: { en: 'Weather', ja: '天気' },
      prompt: { en: '' },
      note: { en: '' },
      language: null,
      seconds: 1,
    }
    const notice = { noticeId: 'notice-1', conversationId: null, kind: 'not-heard', cause: null, detail: 'weather' } as const
    const state = { ...initialState(), fixtures: [weather], notices: [notice] }
    expect(bannerOf(state, i18n)).toMatchObject({
      title: 'The demo doesn’t understand speech',
      line: expect.stringContaining('plays “Weather”'),
      fix: 'key',
      failure: false,
      detail: '',
    })
    expect(bannerOf(state, createTranslator('ja'))?.line).toContain('「天気」を再生します')
  })

  test('of replaced models names each with its replacement, and leads to the choice', () => {
    const detail = 'gemini-2.5-flash-old gemini-3.8-live\ngemini-2.5-flash gemini-3.8-flash'
    const notice = { noticeId: 'notice-1', conversationId: null, kind: 'model-replaced', cause: null, detail } as const
    const state = { ...initialState(), notices: [notice] }
    expect(bannerOf(state, i18n)).toMatchObject({
      title: 'A model isn’t available',
      line: 'gemini-2.5-flash-old isn’t available for this. Parley uses gemini-3.8-live instead. gemini-2.5-flash isn’t available for this. Parley uses gemini-3.8-flash instead.',
      fix: 'model',
      detail: '',
    })
    expect(bannerOf(state, createTranslator('ja'))?.line).toContain('gemini-2.5-flashを提供していないため、gemini-3.8-flashを使います')
  })

  test('of a timer shows its label, which can’t reverse text', () => {
    const notice = { noticeId: 'notice-1', conversationId: null, kind: 'timer-ended', cause: null, detail: 'tea \u202egnp' } as const
    expect(bannerOf({ ...initialState(), notices: [notice] }, i18n)).toMatchObject({ line: 'tea ⟨U+202E⟩gnp', detail: '' })
  })

  test('of a libSQL server that refuses the token leads to its settings; one that is unreachable is no failure', () => {
    const notice = { noticeId: 'notice-1', conversationId: null, cause: null, detail: '' } as const
    const banner = (kind: 'server-refused' | 'server-away') => bannerOf({ ...initialState(), notices: [{ ...notice, kind }] }, i18n)
    expect(banner('server-refused')).toMatchObject({ fix: 'server', failure: true })
    expect(banner('server-away')).toMatchObject({ fix: null, failure: false })
  })

  test('of missing sound devices comes before the resulting microphone failure, in whatever order they come', () => {
    const notice = (kind: 'sound-lost' | 'microphone-missing' | 'microphone-busy' | 'timer-ended') =>
      ({ noticeId: kind, conversationId: null, kind, cause: null, detail: '' }) as const
    const shown = (...kinds: readonly Parameters<typeof notice>[0][]) =>
      bannerOf({ ...initialState(), notices: kinds.map(notice) }, i18n)?.noticeId
    expect(shown('sound-lost', 'microphone-missing')).toBe('sound-lost')
    expect(shown('microphone-busy', 'sound-lost')).toBe('sound-lost')
    expect(shown('sound-lost', 'timer-ended')).toBe('timer-ended')
    expect(shown('microphone-busy')).toBe('microphone-busy')
  })
})
