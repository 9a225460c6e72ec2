import { reasonWords } from '../i18n/reason-words'
import type { Translator } from '../i18n/translate'
import type { AppState } from '../state/app-state'
import { isLoss, type LocalNotice } from '../state/local-notice'
import { currentStatus } from '../state/selectors'
import { FIX_FOR, type Fix } from './fixes'

/** What a banner says and offers. */
export interface BannerFacts {
  readonly key: string
  readonly title: string
  readonly line: string
  /** Raw detail, empty when there is none. */
  readonly detail: string
  readonly failure: boolean
  readonly fix: Fix | null
  readonly retry: boolean
  /** Offers to load the page again, and can't be dismissed: nothing works before that. */
  readonly reload: boolean
  /** What Dismiss takes away; null for a failed session that has no notice of its own. */
  readonly noticeId: string | null
}

/** The one banner to show: a lost host before everything, a failed session of this conversation first, then the newest notice that concerns it. */
export function bannerOf(state: AppState, words: Translator): BannerFacts | null {
  const loss = state.notices.find(isLoss)
  if (loss !== undefined) return otherNotice([loss], words)
  const status = currentStatus(state)
  const mine = state.notices.filter((notice) => notice.conversationId === null || notice.conversationId === state.currentConversationId)
  const failed = mine.findLast((notice) => notice.kind === 'session-failed')
  if (status?.session.phase === 'failed') {
    const { cause, detail } = status.session
    const key = failed?.noticeId ?? `failed-${status.conversationId}`
    if (failed === undefined && state.dismissedFailures.includes(key)) return otherNotice(mine, words)
    return {
      key,
      title: words.say(`cause.${cause}.title`, { model: status.model }),
      line: words.say(`cause.${cause}.line`),
      detail: reasonWords(detail === '' ? (failed?.detail ?? '') : detail, words),
      failure: true,
      fix: fixOfSession(state),
      retry: cause !== 'key-missing',
      reload: false,
      noticeId: failed?.noticeId ?? null,
    }
  }
  return otherNotice(mine, words)
}

/** What takes the cause away for which the session failed; null where only another try can help, or none failed. */
export function fixOfSession(state: AppState): Fix | null {
  const status = currentStatus(state)
  if (status?.session.phase !== 'failed') return null
  const fix = FIX_FOR[status.session.cause]
  // a model that answers in writing has a field of its own
  return fix === 'model' && isTextModel(status.model, state) ? 'text-model' : fix
}

function isTextModel(model: string, { settings }: AppState): boolean {
  return model === settings.textModel && model !== settings.model
}

function otherNotice(notices: readonly LocalNotice[], words: Translator): BannerFacts | null {
  // a hint takes the place of nothing that went wrong
  const newest = notices.findLast(({ kind }) => kind !== 'not-recorded') ?? notices.at(-1)
  if (newest === undefined) return null
  const lost = newest.kind.startsWith('microphone-') ? notices.findLast(({ kind }) => kind === 'sound-lost') : undefined
  // where no device is left, that is why the microphone can't be used, whatever else it was called
  const notice = lost ?? newest
  const microphone = notice.kind.startsWith('microphone-')
  const loudspeaker = notice.kind === 'loudspeaker-replaced'
  return {
    key: notice.noticeId,
    title: words.say(`notice.${notice.kind}.title`),
    // of a timer the detail is its label: what the notice is about, not what to look up
    ...(notice.kind === 'timer-ended' || notice.kind === 'timer-missed'
      ? { line: notice.detail, detail: '' }
      : { line: words.say(`notice.${notice.kind}.line`), detail: reasonWords(notice.detail, words) }),
    failure: !GENTLE.has(notice.kind),
    fix: microphone ? 'microphone' : loudspeaker ? 'loudspeaker' : (FIX_OF[notice.kind] ?? null),
    retry: false,
    reload: isLoss(notice),
    noticeId: notice.noticeId,
  }
}

const FIX_OF: { readonly [Kind in LocalNotice['kind']]?: Fix } = {
  'key-ignored': 'key',
  'not-recorded': 'key',
  'store-damaged': 'backups',
  'server-refused': 'server',
  crashed: 'about',
  'update-ready': 'about',
}

/** Facts to know that took nothing away. */
const GENTLE: ReadonlySet<LocalNotice['kind']> = new Set([
  'server-away',
  'hotkey-unavailable',
  'microphone-replaced',
  'microphone-muted',
  'microphone-lost',
  'sound-lost',
  'loudspeaker-replaced',
  'malformed-frames',
  'fixture-invalid',
  'recording-mended',
  'not-recorded',
  'timer-ended',
  'timer-missed',
  'crashed',
  'updated',
  'update-ready',
])
