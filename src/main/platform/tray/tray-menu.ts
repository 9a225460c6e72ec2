import { translatorFor } from '../../lib/translations'

/** One item of the tray icon's menu. */
export interface TrayVerb {
  readonly label: string
  act(): void
}

/** The menu's actions. */
export interface TrayActs {
  /** Starts to talk, or stops the current activity. */
  talk(): void
  stopSight(): void
  mute(): void
  newQuestion(): void
  questions(): void
  open(): void
  inspector(): void
  quit(): void
}

/** The state that the menu's labels show. */
export interface TrayFacts {
  readonly stops: 'talk' | 'answer' | null
  readonly muted: boolean
  readonly questions: number
  /** Gemini sees what the user shows. */
  readonly sees: boolean
}

/** The menu in the user's language, for example `ja` or `en-GB`. */
export function trayMenu(locale: string, { stops, muted, questions, sees }: TrayFacts, acts: TrayActs): readonly TrayVerb[] {
  const i18n = translatorFor(locale)
  return [
    { label: i18n.t(stops === null ? 'tray.talk' : `tray.stop.${stops}`), act: acts.talk },
    ...(sees ? [{ label: i18n.t('sight.stop'), act: acts.stopSight }] : []),
    { label: i18n.t(muted ? 'tray.unmute' : 'tray.mute'), act: acts.mute },
    { label: i18n.t('tray.newQuestion'), act: acts.newQuestion },
    { label: questions === 0 ? i18n.t('tray.questions') : i18n.t('tray.questionsOpen', { count: questions }), act: acts.questions },
    { label: i18n.t('tray.open'), act: acts.open },
    { label: i18n.t('tray.inspector'), act: acts.inspector },
    { label: i18n.t('tray.quit'), act: acts.quit },
  ]
}
