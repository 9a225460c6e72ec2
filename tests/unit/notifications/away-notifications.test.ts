import { describe, expect, it } from 'vitest'
import { notifyWhileAway } from '../../../src/main/desktop/away-notifications'
import { createEventBus } from '../../../src/main/lib/event-bus'
import type { NotificationListener, NotificationText } from '../../../src/main/platform/desktop'
import { notifyAsChosen } from '../../../src/main/platform/notifications/notify-as-chosen'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'
import { notificationKinds, notificationSettings } from '../../../src/shared/ipc/notification-choices'
import type { ConversationStatus, Settings } from '../../../src/shared/ipc/schemas'

const off: ConversationStatus = {
  conversationId: 'conversation-1',
  session: { phase: 'off' },
  activity: 'idle',
  activitySince: 0,
  model: 'model-1',
  firstSoundMs: null,
  usage: null,
  cost: null,
  startedAt: null,
  replay: null,
}

function unexpected(error: unknown): void {
  throw error
}

/** A user who looks elsewhere, unless the test says otherwise, and what is sent to the page. */
function scene(settings: Partial<Settings> = {}, facts: { focused?: boolean; locale?: string; isPrivate?: boolean; shown?: string } = {}) {
  const told: { readonly words: NotificationText; readonly listener: NotificationListener | undefined }[] = []
  const sent: string[] = []
  const notify = notifyAsChosen(
    {
      notify(words, listener) {
        told.push({ words, listener })
        return { dispose: () => undefined }
      },
    },
    () => ({ ...defaultSettings, ...settings }),
  )
  const eventBus = createEventBus({
    deliver: (name, payload) => void sent.push(`${name} ${JSON.stringify(payload)}`),
    report: unexpected,
  })
  const { emit } = eventBus
  notifyWhileAway({
    eventBus,
    platform: { windowFocused: () => facts.focused ?? false },
    notify,
    locale: () => facts.locale ?? 'en-GB',
    isShown: (id) => id === (facts.shown ?? 'conversation-1'),
    isPrivate: () => facts.isPrivate ?? false,
  })
  const chunk = (type: string, more: object = {}) =>
    emit('stream.chunk', {
      ...{ conversationId: 'conversation-1', turnId: 'turn-1', messageId: 'message-1', role: 'assistant', seq: 0 },
      chunk: { type, ...more },
    })
  const status = (change: Partial<ConversationStatus>) => emit('conversation.status', { ...off, ...change })
  return {
    told,
    sent,
    notify,
    emit,
    status,
    answer(text: string, sounds = false) {
      status({ activity: 'thinking' })
      chunk('start')
      if (sounds)
        emit('playback.pcm', {
          conversationId: 'conversation-1',
          turnId: 'turn-1',
          sampleRate: 24_000,
          startSample: 0,
          pcm: new Uint8Array(2),
        })
      for (const word of text.split(/(?= )/)) chunk('text-delta', { delta: word })
      status({ activity: 'idle' })
    },
    fail: () => status({ session: { phase: 'failed', cause: 'quota', detail: '' } }),
    updateReady: () =>
      emit('notice.shown', { noticeId: 'notice-1', conversationId: null, kind: 'update-ready', cause: null, detail: '2.0.0' }),
  }
}

const titles = ({ told }: ReturnType<typeof scene>) => told.map(({ words }) => words.title)

describe('a user who looks elsewhere', () => {
  it('gets one notification that a text answer is done, with its first words, and a click leads to it', () => {
    const run = scene()
    run.answer(`Tomorrow is sunny.\n\n${'All day long. '.repeat(40)}`)
    run.status({ activity: 'idle' })
    expect(titles(run)).toEqual(['Your answer is ready'])
    expect(run.told[0]?.words.body).toMatch(/^Tomorrow is sunny\. All day long\..*…$/)
    expect(run.told[0]?.words.body.length).toBeLessThanOrEqual(160)
    run.told[0]?.listener?.clicked()
    expect(run.sent.at(-1)).toBe('link.opened {"kind":"conversation","conversationId":"conversation-1"}')
  })

  it('gets none about played answers, about requests from elsewhere, or about an answer without text', () => {
    const run = scene()
    run.answer('Tomorrow is sunny.', true)
    run.answer('')
    const elsewhere = scene({}, { shown: 'conversation-2' })
    elsewhere.answer('Asked by another program.')
    elsewhere.fail()
    expect([...titles(run), ...titles(elsewhere)]).toEqual([])
    run.answer('And this one is only written.')
    expect(titles(run)).toEqual(['Your answer is ready'])
  })

  it('leaves nothing of a private conversation in the system’s notifications', () => {
    const run = scene({}, { isPrivate: true })
    run.answer('The secret is out.')
    expect(run.told[0]?.words.body).toBe('Open Parley to read it.')
  })

  it('gets one notification that a conversation was cut off for good, and of a newer version, in the user’s language', () => {
    const run = scene({}, { locale: 'ja' })
    run.status({ session: { phase: 'reconnecting', attempt: 1, of: 5, nextTryAt: 0 } })
    run.fail()
    run.fail()
    run.updateReady()
    expect(titles(run)).toEqual(['会話が切れました', 'アップデートの準備ができました'])
    run.told[1]?.listener?.clicked()
    expect(run.sent.at(-1)).toBe('link.opened {"kind":"settings","section":"about"}')
  })

  it('gets none about what the window in front already shows', () => {
    const run = scene({}, { focused: true })
    run.answer('Tomorrow is sunny.')
    run.fail()
    run.updateReady()
    expect(run.told).toEqual([])
  })
})

describe('a kind of notification', () => {
  it.each(notificationKinds)('that is turned off is never shown, and all others are: %s', (kind) => {
    const run = scene({ [notificationSettings[kind]]: false })
    for (const one of notificationKinds) run.notify(one, { title: one, body: '' })
    expect(titles(run)).toEqual(notificationKinds.filter((one) => one !== kind))
  })

  it('that is turned off does not come', () => {
    const run = scene({ notifyAnswer: false, notifyConnection: false, notifyUpdate: false })
    run.answer('Tomorrow is sunny.')
    run.fail()
    run.updateReady()
    expect(run.told).toEqual([])
  })
})
