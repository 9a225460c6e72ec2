import { renderToStaticMarkup } from 'react-dom/server'
import { planWords } from '../../src/main/data/query/plan-words'
import { questionNotification } from '../../src/main/desktop/question-notification'
import { trayWords } from '../../src/main/desktop/tray-controller'
import { createNoticeBoard } from '../../src/main/lib/notices'
import { nativeQuestion } from '../../src/main/platform/native-prompt'
import type { NotifyAsChosen } from '../../src/main/platform/notifications/notify-as-chosen'
import { trayMenu } from '../../src/main/platform/tray/tray-menu'
import { appMenu } from '../../src/main/platform/window/app-menu'
import { closingQuestion } from '../../src/main/platform/window/closing'
import { listFaults } from '../../src/main/replay/simulator/faults/catalogue'
import { questionsOf } from '../../src/main/tool-calls/tools/main-tool'
import { tellTimer } from '../../src/main/tool-calls/tools/timers/tell-timer'
import { groupByDay } from '../../src/renderer/app/conversation-days'
import { ShortcutSheet } from '../../src/renderer/commands/shortcut-sheet'
import { reasonWords } from '../../src/renderer/i18n/reason-words'
import { refusalWords } from '../../src/renderer/i18n/refusal-words'
import { WordsProvider } from '../../src/renderer/i18n/words'
import { GeneralSection } from '../../src/renderer/settings/general-section'
import { NotificationsSection } from '../../src/renderer/settings/notifications-section'
import { createActions } from '../../src/renderer/state/actions'
import { ServicesProvider } from '../../src/renderer/state/context'
import { createAppStore } from '../../src/renderer/state/store'
import { momentOf } from '../../src/renderer/ui/format'
import { createHeardPositions } from '../../src/renderer/voice/heard-positions'
import { builtInRules } from '../../src/shared/approvals/built-in-rules'
import { isSpokenYes } from '../../src/shared/approvals/spoken-yes'
import { createClient } from '../../src/shared/ipc/client'
import { countingIds } from '../../src/shared/lib/ids'
import { tell } from '../../src/shared/told/tell'
import { toldLocalized } from '../../src/shared/told/told-localized'
import { setTimer } from '../../src/shared/tools/timer-tools'
import { chooseLanguage, languageCodes, languageName } from '../../src/shared/words/languages'
import { createTranslator, wordsFor } from '../../src/shared/words/translator'
import { paymentQuestion } from './ui-worlds'

/** What Parley says in a language, wherever it says something. */
export interface Said {
  readonly languages: readonly { readonly code: string; readonly name: string }[]
  /** the language that is spoken where the system says this locale */
  readonly chosen: string
  /** each text on its own, by where it is said */
  readonly texts: Readonly<Record<string, readonly string[]>>
  /** parts of the page, as markup */
  readonly page: readonly string[]
  readonly plurals: readonly string[]
  readonly dates: readonly string[]
  readonly isYes: boolean
}

/** Asks each part of Parley for its words in the language of a locale. */
export function saidIn(locale: string, yes: string): Said {
  const words = wordsFor(locale)
  const of = (said: Parameters<typeof words.of>[0]) => words.of(said)
  const asked = nativeQuestion(paymentQuestion(), locale)
  const toAnswer = questionNotification({ ...paymentQuestion(), risk: 'low' }, locale, { buttons: true, secretArguments: [] })
  const closing = closingQuestion(locale)
  const notifications: string[] = []
  const notify: NotifyAsChosen = (_kind, { title, body }) => {
    notifications.push(title, body)
    return { dispose: nothing }
  }
  tellTimer({ notices: createNoticeBoard(countingIds(), nothing), notify, locale: () => locale }, { label: '', endsAt: 0, late: true })
  const timer = { label: 'tea', seconds: 3661 }
  const now = new Date(2026, 10, 28, 12).getTime()
  const conversation = {
    conversationId: 'one',
    title: '',
    createdAt: 0,
    hasVoice: false,
    openQuestions: 0,
    pinned: false,
    archived: false,
  } as const
  const days = groupByDay(
    [0, 1, 3, 60].map((ago) => ({ ...conversation, updatedAt: now - ago * 86_400_000 })),
    now,
    words,
  )
  return {
    languages: languageCodes().map((code) => ({ code, name: languageName(code) })),
    chosen: chooseLanguage('system', locale),
    texts: {
      tray: [
        ...trayMenu(locale, { stops: null, muted: false, questions: 3 }, trayActs).map(({ label }) => label),
        trayWords('muted', locale),
        trayWords({ questions: 1 }, locale),
      ],
      menu: appMenu(locale, 'linux', {}).flatMap(({ label, lines }) => [
        label,
        ...lines.flatMap((line) => ('label' in line ? [line.label] : [])),
      ]),
      closing: [closing.message, closing.detail, ...closing.buttons],
      dialog: [...asked.buttons, ...asked.detail.split('\n').slice(0, 1)],
      notification: [...toAnswer.buttons, ...notifications],
      told: [
        reasonWords(tell('session-ended'), words),
        refusalWords({ code: 'rule-unknown', message: '' }, words),
        of(toldLocalized(tell('export-over'))),
      ],
      faults: listFaults().map(({ name }) => words.faults[name]),
      tools: [of(questionsOf(setTimer, timer)[0] ?? { en: '' }), setTimer.hint(words), setTimer.effect(timer, setTimerOutput, words)],
      rules: builtInRules.map(({ name }) => of(name)),
      plan: planWords([{ id: 1, parent: 0, detail: 'SCAN orders' }]).map(of),
    },
    page: [<GeneralSection key="general" />, <NotificationsSection key="notifications" />, <ShortcutSheet key="shortcuts" />].map((part) =>
      markupOf(part, locale),
    ),
    plurals: [1, 3, 5].map((count) => words.count('sidebar.openQuestions', count)),
    dates: [...days.map(({ name }) => name), momentOf(now, words.locale)],
    isYes: isSpokenYes(yes),
  }
}

const setTimerOutput = { status: 'set', label: 'tea', endsAt: '', note: '' } as const
const nothing = () => undefined
const trayActs = {
  talk: nothing,
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
  const services = { store, client, actions: createActions(store), music, heard: createHeardPositions(), now: () => 0 }
  return renderToStaticMarkup(
    <ServicesProvider services={services}>
      <WordsProvider translator={createTranslator(chooseLanguage('system', locale))}>{part}</WordsProvider>
    </ServicesProvider>,
  )
}
