/** One line of the menu that the tray's icon opens. */
export interface TrayVerb {
  readonly label: string
  act(): void
}

/** What the menu can do. */
export interface TrayActs {
  /** Begins to talk, or stops what goes on. */
  talk(): void
  mute(): void
  newQuestion(): void
  questions(): void
  open(): void
  inspector(): void
  quit(): void
}

/** What the menu's words tell of. */
export interface TrayFacts {
  readonly stops: 'talk' | 'answer' | null
  readonly muted: boolean
  readonly questions: number
}

const words = {
  en: {
    talk: { null: 'Talk', talk: 'Stop talking and send', answer: 'Stop the answer' },
    mute: 'Mute Parley’s voice',
    unmute: 'Hear Parley’s voice again',
    newQuestion: 'Quick question',
    questions: 'Questions',
    open: 'Open Parley',
    inspector: 'Inspector',
    quit: 'Quit',
  },
  ja: {
    talk: { null: '話す', talk: '話し終えて送信', answer: '回答を止める' },
    mute: '音声をミュート',
    unmute: '音声のミュートを解除',
    newQuestion: 'すぐに質問',
    questions: '確認',
    open: 'Parleyを開く',
    inspector: 'インスペクター',
    quit: '終了',
  },
} as const

/** The menu in the user's language, for example `ja` or `en-GB`. */
export function trayMenu(locale: string, { stops, muted, questions }: TrayFacts, acts: TrayActs): readonly TrayVerb[] {
  const said = words[locale.toLowerCase().startsWith('ja') ? 'ja' : 'en']
  return [
    { label: said.talk[stops ?? 'null'], act: acts.talk },
    { label: muted ? said.unmute : said.mute, act: acts.mute },
    { label: said.newQuestion, act: acts.newQuestion },
    { label: questions === 0 ? said.questions : `${said.questions} (${questions})`, act: acts.questions },
    { label: said.open, act: acts.open },
    { label: said.inspector, act: acts.inspector },
    { label: said.quit, act: acts.quit },
  ]
}
