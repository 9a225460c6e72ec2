import type { TrayPicture } from './tray-image'

const words = {
  en: {
    idle: 'Parley',
    listening: 'Parley is listening',
    thinking: 'Parley is thinking',
    speaking: 'Parley is speaking',
    muted: 'Parley: its voice is muted',
    offline: 'Parley: no connection',
  },
  ja: {
    idle: 'Parley',
    listening: 'Parley：聞いています',
    thinking: 'Parley：考えています',
    speaking: 'Parley：話しています',
    muted: 'Parley：音声をミュート中',
    offline: 'Parley：接続なし',
  },
} as const

/** What the tray's icon says when the pointer rests on it. `locale`: the language of the user, for example `ja` or `en-GB`. */
export function trayWords(picture: TrayPicture, locale: string): string {
  const language = locale.toLowerCase().startsWith('ja') ? 'ja' : 'en'
  if (typeof picture === 'string') return words[language][picture]
  const { questions } = picture
  if (language === 'ja') return `Parley：${questions}件の確認が待っています`
  return questions === 1 ? 'Parley: 1 question waits for you' : `Parley: ${questions} questions wait for you`
}
