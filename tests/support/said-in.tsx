import { renderToStaticMarkup } from 'react-dom/server'
import { planText } from '../../src/main/data/query/plan-text'
import { approvalNotification } from '../../src/main/desktop/approval-notification-text'
import { trayTooltip } from '../../src/main/desktop/tray-controller'
import { createNoticeService } from '../../src/main/lib/notices'
import { nativePrompt } from '../../src/main/platform/native-prompt'
import type { NotifyAsChosen } from '../../src/main/platform/notifications/notify-as-chosen'
import { trayMenu } from '../../src/main/platform/tray/tray-menu'
import { appMenu } from '../../src/main/platform/window/app-menu'
import { closingPrompt } from '../../src/main/platform/window/closing'
import { listFaults } from '../../src/main/replay/simulator/faults/catalogue'
import { questionsOf } from '../../src/main/tool-calls/tools/main-tool'
import { announceTimer } from '../../src/main/tool-calls/tools/timers/announce-timer'
import { groupByDay } from '../../src/renderer/app/conversation-days'
import { ShortcutSheet } from '../../src/renderer/commands/shortcut-sheet'
import { I18nProvider } from '../../src/renderer/i18n/i18n-provider'
import { reasonText } from '../../src/renderer/i18n/reason-text'
import { refusalText } from '../../src/renderer/i18n/refusal-text'
import { GeneralSection } from '../../src/renderer/settings/general-section'
import { NotificationsSection } from '../../src/renderer/settings/notifications-section'
import { createActions } from '../../src/renderer/state/actions'
import { ServicesProvider } from '../../src/renderer/state/context'
import { createAppStore } from '../../src/renderer/state/store'
import { momentOf } from '../../src/renderer/ui/format'
import { createPlayedPositions } from '../../src/renderer/voice/played-positions'
import { builtInRules } from '../../src/shared/approvals/built-in-rules'
import { isSpokenYes } from '../../src/shared/approvals/spoken-yes'
import { chooseLanguage, languageCodes, languageName } from '../../src/shared/i18n/languages'
import { createTranslator, translatorFor } from '../../src/shared/i18n/translator'
import { createClient } from '../../src/shared/ipc/client'
import { countingIds } from '../../src/shared/lib/ids'
import { displayText, messageOf } from '../../src/shared/messages/message'
import { setTimer } from '../../src/shared/tools/timer-tools'
import { paymentQuestion } from './ui-worlds'

/** Parley's texts in a language, from all its parts. */
export interface Said {
  readonly languages: readonly { readonly code: string; readonly name: string }[]
  /** the language chosen for this locale of the system */
  readonly chosen: string
  /** each separate text, by its place */
  readonly texts: Readonly<Record<string, readonly string[]>>
  /** parts of the page, as markup */
  readonly page: readonly string[]
  readonly plurals: readonly string[]
  readonly dates: readonly string[]
  readonly isYes: boolean
}

/** Collects the texts of each part of Parley in the language of a locale. */
export function saidIn(locale: string, yes: string): Said {
  const i18n = translatorFor(locale)
  const of = (said: Parameters<typeof i18n.of>[0]) => i18n.of(said)
  const asked = nativePrompt(paymentQuestion(), locale)
  const toAnswer = approvalNotification({ ...paymentQuestion(), risk: 'low' }, locale, { buttons: true, secretArguments: [] })
  const closing = closingPrompt(locale)
  const notifications: string[] = []
  const notify: NotifyAsChosen = (_kind, { title, body }) => {
    notifications.push(title, body)
    return { dispose: nothing }
  }
  announceTimer(
    { notices: createNoticeService(countingIds(), nothing), notify, locale: () => locale },
    { label: '', endsAt: 0, late: true },
  )
  const timer = { label: 'tea', seconds: 3661 }
  const now = new Date(2026, 10, 28, 12).getTime()
  const conversation = {
    conversationId: 'one',
    title: '',
    createdAt: 0,
    hasVoice: false,
    openApprovals: 0,
    pinned: false,
    archived: false,
  } as const
  const days = groupByDay(
    [0, 1, 3, 60].map((ago) => ({ ...conversation, updatedAt: now - ago * 86_400_000 })),
    now,
    i18n,
  )
  return {
    languages: languageCodes().map((code) => ({ code, name: languageName(code) })),
    chosen: chooseLanguage('system', locale),
    texts: {
      tray: [
        ...trayMenu(locale, { stops: null, muted: false, questions: 3, sees: true }, trayActs).map(({ label }) => label),
        trayTooltip('muted', locale, { kind: 'screen', isDemo: false }),
        trayTooltip('muted', locale, { kind: 'screen', isDemo: true }),
        trayTooltip({ questions: 1 }, locale),
      ],
      menu: appMenu(locale, 'linux', {}).flatMap(({ label, lines }) => [
        label,
        ...lines.flatMap((line) => ('label' in line ? [line.label] : [])),
      ]),
      closing: [closing.message, closing.detail, ...closing.buttons],
      dialog: [...asked.buttons, ...asked.detail.split('\n').slice(0, 1)],
      notification: [...toAnswer.buttons, ...notifications],
      told: [
        reasonText(messageOf('session-ended'), i18n),
        refusalText({ code: 'rule-unknown', message: '' }, i18n),
        displayText(messageOf('export-over'), i18n),
      ],
      faults: listFaults().map(({ name }) => i18n.faults[name]),
      tools: [of(questionsOf(setTimer, timer)[0] ?? { en: '' }), setTimer.hint(i18n), setTimer.effect(timer, setTimerOutput, i18n)],
      rules: builtInRules.map(({ name }) => displayText(name, i18n)),
      plan: planText([{ id: 1, parent: 0, detail: 'SCAN orders' }]).map(of),
    },
    page: [<GeneralSection key="general" />, <NotificationsSection key="notifications" />, <ShortcutSheet key="shortcuts" />].map((part) =>
      markupOf(part, locale),
    ),
    plurals: [1, 3, 5].map((count) => i18n.count('sidebar.openApprovals', count)),
    dates: [...days.map(({ name }) => name), momentOf(now, i18n.locale)],
    isYes: isSpokenYes(yes),
  }
}

const setTimerOutput = { status: 'set', label: 'tea', endsAt: '', note: '' } as const
const nothing = () => undefined
const trayActs = {
  talk: nothing,
  stopSight: nothing,
  mute: nothing,
  newQuestion: nothing,
  questions: nothing,
  open: nothing,
  inspector: nothing,
  quit: nothing,
}

function markupOf(part: React.ReactNode, locale: string): string {
  const client = createClient({ call: () => Promise.resolve({ ok: true, value: null }), onEvent: () => nothing }, nothing)
  const store = createAppStore(client)
  const music = { playing: () => null, onChange: () => nothing, stop: nothing }
  const services = { store, client, actions: createActions(store), music, heard: createPlayedPositions(), now: () => 0 }
  return renderToStaticMarkup(
    <ServicesProvider services={services}>
      <I18nProvider translator={createTranslator(chooseLanguage('system', locale))}>{part}</I18nProvider>
    </ServicesProvider>,
  )
}
