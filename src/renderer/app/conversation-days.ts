import type { ConversationSummary } from '../../shared/ipc/schemas'
import type { Translator } from '../i18n/translate'

/** Conversations of one period and its label. */
export interface ConversationDay {
  /** identifies the group */
  readonly day: string
  readonly name: string
  readonly conversations: readonly ConversationSummary[]
}

/** How many days before today get a label of their own. */
const DAYS_BY_NAME = 7

/**
 * Groups conversations, latest first: pinned ones at the top, then by the local calendar under Today, Yesterday, the
 * weekday and date within the previous seven days, and the month before that. Archived ones are left out.
 */
export function groupByDay(conversations: readonly ConversationSummary[], now: number, i18n: Translator): readonly ConversationDay[] {
  const groups = new Map<string, { name: string; conversations: ConversationSummary[] }>()
  const latestFirst = conversations.filter(({ archived }) => !archived).sort((left, right) => right.updatedAt - left.updatedAt)
  for (const conversation of [...latestFirst.filter(({ pinned }) => pinned), ...latestFirst.filter(({ pinned }) => !pinned)]) {
    const { day, name } = conversation.pinned
      ? { day: 'pinned', name: i18n.t('history.pinned') }
      : stretchOf(conversation.updatedAt, now, i18n)
    const known = groups.get(day)
    if (known === undefined) groups.set(day, { name, conversations: [conversation] })
    else known.conversations.push(conversation)
  }
  return [...groups].map(([day, group]) => ({ day, ...group }))
}

function stretchOf(at: number, now: number, i18n: Translator): { readonly day: string; readonly name: string } {
  const date = new Date(at)
  const today = new Date(now)
  // by calendar days, not by hours: a day of 23 or 25 hours is one day
  const daysAgo = Math.round((noonOf(today) - noonOf(date)) / 86_400_000)
  const day = `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
  if (daysAgo <= 0) return { day: 'today', name: i18n.t('sidebar.today') }
  if (daysAgo === 1) return { day, name: i18n.t('sidebar.yesterday') }
  const year = date.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const)
  if (daysAgo <= DAYS_BY_NAME) return { day, name: dayName(at, year, i18n) }
  const month = new Intl.DateTimeFormat(i18n.locale, { month: 'long', ...year }).format(at)
  return { day: `${date.getFullYear()}-${date.getMonth()}`, name: month }
}

function noonOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), 12)
}

function dayName(at: number, year: { readonly year?: 'numeric' }, i18n: Translator): string {
  const written = (form: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(i18n.locale, form).format(at)
  return i18n.t('date.day', { weekday: written({ weekday: 'long' }), date: written({ day: 'numeric', month: 'long', ...year }) })
}
