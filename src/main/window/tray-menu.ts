/** One line of the menu that the tray's icon opens. */
export interface TrayVerb {
  readonly label: string
  act(): void
}

/** What the menu can do. */
export interface TrayActs {
  toggleTalk(): void
  newQuestion(): void
  questions(): void
  open(): void
  inspector(): void
  quit(): void
}

const words = {
  en: ['Start or stop talking', 'New question', 'Questions', 'Open Parley', 'Inspector', 'Quit'],
  ja: ['話し始める・終える', '新しい質問', '確認', 'Parleyを開く', 'インスペクター', '終了'],
} as const

/** The menu in the user's language, for example `ja` or `en-GB`. */
export function trayMenu(locale: string, acts: TrayActs): readonly TrayVerb[] {
  const labels = words[locale.toLowerCase().startsWith('ja') ? 'ja' : 'en']
  const order = [acts.toggleTalk, acts.newQuestion, acts.questions, acts.open, acts.inspector, acts.quit]
  return labels.map((label, index) => ({ label, act: () => order[index]?.() }))
}
