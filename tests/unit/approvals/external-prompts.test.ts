import { describe, expect, it } from 'vitest'
import { createExternalPrompts } from '../../../src/main/desktop/prompts/external-prompts'
import { promptSurface } from '../../../src/main/desktop/prompts/prompt-surface'
import type { NotificationListener, NotificationText } from '../../../src/main/platform/desktop'
import { notifyAsChosen } from '../../../src/main/platform/notifications/notify-as-chosen'
import type { Approval, Decision } from '../../../src/shared/approvals/approval'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'
import { createFakeClock } from '../../support/fake-clock'
import { openApproval } from '../../support/open-approval'
import { paperDesktop } from '../../support/paper-desktop'

interface Shown {
  readonly words: NotificationText
  readonly listener: NotificationListener
  away: boolean
}

const note = openApproval({
  approvalId: 'approval-2',
  toolName: 'open_url',
  risk: 'low',
  question: { en: 'Open example.com in your browser?', ja: 'example.comを開きますか？' },
  destination: 'example.com',
  input: { url: 'https://example.com/' },
})

/** A user at a desktop: what is open, what they can see, and what is shown outside the window. */
function scene(
  questions: readonly Approval[],
  changes: { buttons?: boolean; locale?: string; secret?: readonly string[]; wanted?: boolean; overlay?: boolean } = {},
) {
  let open = questions
  const seen = { windowVisible: true, windowFocused: true }
  const shown: Shown[] = []
  const dialogs: { readonly approvalId: string; readonly locale: string; readonly signal: AbortSignal }[] = []
  const decided: Decision[] = []
  const asked: (string | null)[] = []
  let look = (): void => undefined
  const clock = createFakeClock()
  const desktop = paperDesktop({
    notificationButtons: () => changes.buttons ?? false,
    notify(words, listener) {
      if (listener === undefined) throw new Error('nobody hears of the click')
      const one: Shown = { words, listener, away: false }
      shown.push(one)
      return {
        dispose() {
          one.away = true
        },
      }
    },
  })
  const outside = createExternalPrompts({
    clock,
    notify: notifyAsChosen(desktop, () => ({ ...defaultSettings, notifyQuestion: changes.wanted ?? true })),
    overlayAsks: () => changes.overlay ?? false,
    platform: {
      windowVisible: () => seen.windowVisible,
      windowFocused: () => seen.windowFocused,
      onVisibilityChange(listener) {
        look = listener
        return { dispose: () => undefined }
      },
      askNatively: ({ approvalId }, locale, signal) =>
        new Promise((resolve) => {
          dialogs.push({ approvalId, locale, signal })
          signal.addEventListener('abort', () => resolve(null))
        }),
      desktop,
    },
    locale: () => changes.locale ?? 'en',
    open: () => open,
    secretArguments: () => changes.secret ?? [],
    decide: (decision) => void decided.push(decision),
    emit(name, payload) {
      if (name === 'question.show' && 'approvalId' in payload) asked.push(payload.approvalId)
    },
    report: (error) => {
      throw error
    },
  })
  return {
    clock,
    shown,
    dialogs,
    decided,
    asked,
    see(visible: boolean, focused: boolean) {
      seen.windowVisible = visible
      seen.windowFocused = focused
      look()
    },
    ask(...next: readonly Approval[]) {
      open = next
      outside.update()
    },
  }
}

describe('the place of an approval request', () => {
  it.each([
    ['card', true, true, true],
    ['notification', true, false, true],
    ['overlay', false, false, true],
    ['dialog', false, false, false],
  ] as const)('is a %s if the window is visible: %s, focused: %s, and there is an overlay: %s', (place, visible, focused, overlay) => {
    expect(promptSurface({ windowVisible: () => visible, windowFocused: () => focused }, overlay)).toBe(place)
  })

  it('is only the overlay without a window: no dialog takes the keyboard focus', () => {
    const { see, shown, dialogs } = scene([note], { overlay: true })
    see(false, false)
    expect([shown.length, dialogs.length]).toEqual([0, 0])
  })

  it('is never a dialog and a notification at once, and one follows the other', async () => {
    const { see, shown, dialogs } = scene([note])
    see(true, true)
    expect([shown.length, dialogs.length]).toEqual([0, 0])
    see(false, false)
    expect([shown.length, dialogs.length]).toEqual([0, 1])
    see(true, false)
    expect(dialogs[0]?.signal.aborted).toBe(true)
  })

  it('uses the user’s language in the dialog', () => {
    const { see, dialogs } = scene([note], { locale: 'ja' })
    see(false, false)
    expect(dialogs[0]?.locale).toBe('ja')
  })
})

describe('a notification', () => {
  it('comes once for each approval that the user has not seen, and disappears when it is answered', () => {
    const { see, ask, shown } = scene([])
    see(true, false)
    ask(note)
    ask(note)
    expect(shown.map(({ words }) => words.title)).toEqual(['Open example.com in your browser?'])
    ask()
    expect(shown[0]?.away).toBe(true)
  })

  it('of a kind that the user turned off is not shown', () => {
    const { see, ask, shown } = scene([], { wanted: false })
    see(true, false)
    ask(note)
    expect(shown).toEqual([])
  })

  it('does not come for an approval that was seen in the window', () => {
    const { see, shown } = scene([note])
    see(true, true)
    see(true, false)
    expect(shown).toEqual([])
  })

  it('disappears when the user comes to the window', () => {
    const { see, ask, shown } = scene([])
    see(true, false)
    ask(note)
    see(true, true)
    expect(shown[0]?.away).toBe(true)
  })

  it('opens its approval when it is clicked, and answers nothing', () => {
    const { see, ask, shown, asked, decided } = scene([])
    see(true, false)
    ask(openApproval(), note)
    shown[1]?.listener.clicked()
    expect(asked).toEqual(['approval-2'])
    expect(decided).toEqual([])
  })

  it('has no buttons if the system shows none, and says what a click does', () => {
    const { see, ask, shown } = scene([])
    see(true, false)
    ask(note)
    expect(shown[0]?.words.buttons).toEqual([])
    expect(shown[0]?.words.body).toContain('Click to review')
  })

  it.each([
    [0, true],
    [1, false],
  ])('answers with button %i for the arguments that it showed: %s', (index, approved) => {
    const { see, ask, shown, decided, clock } = scene([], { buttons: true })
    see(true, false)
    ask(note)
    clock.advance(500)
    expect(shown[0]?.words.buttons).toEqual(['Allow once', 'Deny'])
    expect(shown[0]?.words.body).toContain('url: "https://example.com/"')
    shown[0]?.listener.pressed(index)
    expect(decided).toEqual([{ approvalId: 'approval-2', inputHash: note.inputHash, approved }])
  })

  it.each([
    ['of high risk', openApproval({ input: { amount: 1 } }), []],
    ['whose arguments do not fit', { ...note, input: { text: 'x'.repeat(500) } }, []],
    ['with secret arguments', { ...note, input: { text: 'a' } }, ['text']],
  ] as const)('offers no Allow for a call %s', (_, approval, secret) => {
    const { see, ask, shown, decided, clock } = scene([], { buttons: true, secret })
    see(true, false)
    ask(approval)
    clock.advance(500)
    expect(shown[0]?.words.buttons).toEqual(['Deny'])
    shown[0]?.listener.pressed(1)
    shown[0]?.listener.pressed(-1)
    expect(decided).toEqual([])
    shown[0]?.listener.pressed(0)
    expect(decided.map(({ approved }) => approved)).toEqual([false])
  })

  it('ignores a press before its text could be read, and comes up again', () => {
    const { see, ask, shown, decided, clock } = scene([], { buttons: true })
    see(true, false)
    ask(note)
    clock.advance(400)
    shown[0]?.listener.shown?.()
    clock.advance(499)
    shown[0]?.listener.pressed(0)
    expect(decided).toEqual([])
    expect(shown.map(({ away }) => away)).toEqual([true, false])
    clock.advance(500)
    shown[1]?.listener.pressed(0)
    expect(decided.map(({ approved }) => approved)).toEqual([true])
  })

  it('comes again without buttons if the system could not show them', () => {
    const buttons = { buttons: true }
    const { see, ask, shown } = scene([], buttons)
    see(true, false)
    ask(note)
    buttons.buttons = false
    shown[0]?.listener.failed?.()
    expect(shown.map(({ words }) => words.buttons?.length)).toEqual([2, 0])
    expect(shown[1]?.words.body).toContain('Click to review')
    ask()
    shown[0]?.listener.failed?.()
    expect(shown).toHaveLength(2)
  })

  it('stays as long as its approval', () => {
    const { see, ask, shown, clock } = scene([])
    see(true, false)
    ask({ ...note, expiresAt: clock.now() + 42_000 })
    expect(shown[0]?.words.lastsMs).toBe(42_000)
  })

  it('hides secret arguments, also those in the question', () => {
    const { see, ask, shown } = scene([], { secret: ['text'], locale: 'ja' })
    see(true, false)
    ask({ ...note, question: { en: 'Copy hush?', ja: 'hushをコピーしますか？' }, input: { text: 'hush' } })
    expect(JSON.stringify(shown[0]?.words)).not.toContain('hush')
    expect(shown[0]?.words.body).toContain('クリックすると')
  })

  it('makes characters visible that hide or reverse text', () => {
    const { see, ask, shown } = scene([])
    see(true, false)
    ask({ ...note, question: { en: 'Open \u202Emoc?', ja: '' }, input: { url: 'a\u200Bb' } })
    expect(shown[0]?.words.title).toBe('Open \\u{202e}moc?')
    expect(shown[0]?.words.body).toContain('a\\u{200b}b')
  })
})
