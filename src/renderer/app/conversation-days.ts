import type { ConversationSummary } from '../../shared/ipc/schemas'
import type { Translator } from '../i18n/translate'

/** Conversations of one day under its name. */
export interface ConversationDay {
  readonly day: string
  readonly name: string
  readonly conversations: readonly ConversationSummary[]
}

/** Sorts conversations, latest first, under the days of the local calendar: Today, Yesterday, then weekday and date. */
export function groupByDay(conversations: readonly ConversationSummary[], now: number, words: Translator): readonly ConversationDay[] {
  const days = new Map<string, ConversationSummary[]>()
  for (const conversation of [...conversations].sort((left, right) => right.updatedAt - left.updatedAt)) {
    const day = dayKey(new Date(conversation.updatedAt))
    const known = days.get(day)
    if (known === undefined) days.set(day, [conversation])
    else known.push(conversation)
  }
  return [...days].map(([day, ofDay]) => ({ day, name: dayName(ofDay[0]?.updatedAt ?? now, now, words), conversations: ofDay }))
}

function dayKey(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

function dayName(at: number, now: number, words: Translator): string {
  const day = dayKey(new Date(at))
  const today = new Date(now)
  if (day === dayKey(today)) return words.say('sidebar.today')
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (day === dayKey(yesterday)) return words.say('sidebar.yesterday')
  const sameYear = new Date(at).getFullYear() === today.getFullYear()
  const year = sameYear ? {} : ({ year: 'numeric' } as const)
  if (words.language === 'en') {
    return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', ...year }).format(at).replace(',', '')
  }
  const date = new Intl.DateTimeFormat('ja-JP', { day: 'numeric', month: 'long', ...year }).format(at)
  return `${date} ${new Intl.DateTimeFormat('ja-JP', { weekday: 'long' }).format(at)}`
}
