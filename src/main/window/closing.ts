import type { Settings } from '../../shared/ipc/schemas'

/** What closing the window does. */
export type Closing = Settings['closeWindow']

/** What the user is asked when the window is closed for the first time. */
export interface ClosingQuestion {
  readonly message: string
  readonly detail: string
  /** the one that keeps Parley first */
  readonly buttons: readonly [keep: string, quit: string]
}

/** The question, in the user's language, for example `ja` or `en-GB`. */
export function closingQuestion(locale: string): ClosingQuestion {
  if (locale.toLowerCase().startsWith('ja')) {
    return {
      message: 'ウィンドウを閉じた後も、Parleyを動かしておきますか？',
      detail:
        '動かしておくと、話すキーが働き続けます。ウィンドウはトレイから、またはParleyをもう一度起動して開けます。設定でいつでも変更できます。',
      buttons: ['動かしておく', '終了する'],
    }
  }
  return {
    message: 'Keep Parley running when its window is closed?',
    detail:
      'Then the talk key goes on working. Open the window again from the tray, or by starting Parley once more. You can change this in Settings.',
    buttons: ['Keep it running', 'Quit'],
  }
}

/** What the answer means; a dialog that was only sent away changes nothing. */
export function closingAnswer(button: number): Exclude<Closing, 'ask'> | null {
  return (['background', 'quit'] as const)[button] ?? null
}
