import type { SystemPage } from '../../shared/ipc/desktop-calls'
import type { FixtureSummary } from '../../shared/ipc/schemas'
import { makeDirectionVisible } from '../../shared/text/make-visible'
import { reasonText } from '../i18n/reason-text'
import type { Translator } from '../i18n/translate'
import type { AppState } from '../state/app-state'
import { isLoss, type LocalNotice } from '../state/local-notice'
import { currentStatus } from '../state/selectors'
import { hasSystemPage } from '../ui/system-settings-button'
import { causeTitle } from './cause-title'
import { FIX_FOR, type Fix } from './fixes'

/** The content and actions of a banner. */
export interface BannerFacts {
  readonly key: string
  readonly title: string
  readonly line: string
  /** Raw detail, empty when there is none. */
  readonly detail: string
  readonly failure: boolean
  readonly fix: Fix | null
  /** The page of the system's settings that fixes it, where the system has one. */
  readonly systemPage: SystemPage | null
  readonly retry: boolean
  /** Offers to reload the page, and can't be dismissed: nothing works before that. */
  readonly reload: boolean
  /** The notice that Dismiss clears; null for a failed session without a notice of its own. */
  readonly noticeId: string | null
}

/**
 * The one banner to show: a lost host first, then a failed session of this conversation, then the newest notice that
 * concerns it.
 */
export function bannerOf(state: AppState, i18n: Translator): BannerFacts | null {
  const loss = state.notices.find(isLoss)
  if (loss !== undefined) return otherNotice([loss], state, i18n)
  const status = currentStatus(state)
  const mine = state.notices.filter((notice) => notice.conversationId === null || notice.conversationId === state.currentConversationId)
  const failed = mine.findLast((notice) => notice.kind === 'session-failed')
  if (status?.session.phase === 'failed') {
    const { cause, detail } = status.session
    const key = failed?.noticeId ?? `failed-${status.conversationId}`
    if (failed === undefined && state.dismissedFailures.includes(key)) return otherNotice(mine, state, i18n)
    return {
      key,
      title: causeTitle(cause, { detail, model: status.model }, i18n),
      line: i18n.t(`cause.${cause}.line`),
      detail: reasonText(detail === '' ? (failed?.detail ?? '') : detail, i18n),
      failure: true,
      fix: fixOfSession(state),
      systemPage: null,
      retry: cause !== 'key-missing',
      reload: false,
      noticeId: failed?.noticeId ?? null,
    }
  }
  return otherNotice(mine, state, i18n)
}

/** What fixes the cause of the failed session; null if only another attempt can help, or none failed. */
export function fixOfSession(state: AppState): Fix | null {
  const status = currentStatus(state)
  if (status?.session.phase !== 'failed') return null
  const fix = FIX_FOR[status.session.cause]
  // the text and image models have fields of their own
  return fix === 'model' ? fieldOf(status.model, state) : fix
}

function fieldOf(model: string, { settings }: AppState): 'model' | 'text-model' | 'picture-model' {
  if (model === settings.model) return 'model'
  if (model === settings.textModel) return 'text-model'
  return model === settings.imageModel ? 'picture-model' : 'model'
}

function otherNotice(notices: readonly LocalNotice[], { fixtures, installation }: AppState, i18n: Translator): BannerFacts | null {
  // a hint never replaces a notice of something that went wrong
  const newest = notices.findLast(({ kind }) => !HINTS.has(kind)) ?? notices.findLast((notice) => !isDemoOffer(notice))
  if (newest === undefined) return null
  const lost = newest.kind.startsWith('microphone-') ? notices.findLast(({ kind }) => kind === 'sound-lost') : undefined
  // without any device, that is why the microphone fails, whatever the reported cause
  const notice = lost ?? newest
  const microphone = notice.kind.startsWith('microphone-')
  const loudspeaker = notice.kind === 'loudspeaker-replaced'
  const systemPage = notice.kind === 'microphone-refused' ? 'microphone' : null
  // another microphone is refused too
  const inSystem = systemPage !== null && hasSystemPage(systemPage, installation)
  return {
    key: notice.noticeId,
    title: i18n.t(`notice.${notice.kind}.title`),
    ...lineOf(notice, fixtures, i18n),
    failure: !GENTLE.has(notice.kind),
    fix: inSystem ? null : microphone ? 'microphone' : loudspeaker ? 'loudspeaker' : (FIX_OF[notice.kind] ?? null),
    systemPage: inSystem ? systemPage : null,
    retry: false,
    reload: isLoss(notice),
    noticeId: notice.noticeId,
  }
}

function lineOf(
  { kind, detail: text }: LocalNotice,
  fixtures: readonly FixtureSummary[],
  i18n: Translator,
): Pick<BannerFacts, 'line' | 'detail'> {
  const detail = reasonText(text, i18n)
  switch (kind) {
    // for these the detail is the subject of the notice, not raw detail: a timer's label, and a recording's id
    case 'timer-ended':
    case 'timer-missed':
      return { line: makeDirectionVisible(detail), detail: '' }
    case 'model-replaced':
      return { line: replacedModels(detail, i18n), detail: '' }
    case 'not-heard': {
      const playing = fixtures.find(({ fixtureId }) => fixtureId === detail)
      const recording = playing === undefined ? detail : makeDirectionVisible(i18n.of(playing.title))
      return { line: i18n.t('notice.not-heard.line', { recording }), detail: '' }
    }
    default:
      return { line: i18n.t(`notice.${kind}.line`), detail }
  }
}

/** A line of the detail with the model that is gone and its replacement. */
function replacedModels(detail: string, i18n: Translator): string {
  return detail
    .split('\n')
    .map((line) => {
      const [before = '', after = ''] = line.split(' ')
      return i18n.t('notice.model-replaced.line', { before: makeDirectionVisible(before), after: makeDirectionVisible(after) })
    })
    .join(' ')
}

const FIX_OF: { readonly [Kind in LocalNotice['kind']]?: Fix } = {
  'key-ignored': 'key',
  'not-recorded': 'key',
  'not-heard': 'key',
  'recording-opened': 'watch',
  'model-replaced': 'model',
  'store-damaged': 'backups',
  'server-refused': 'server',
  crashed: 'about',
  'update-ready': 'about',
}

/** Notices of what a recording can't do. */
const HINTS: ReadonlySet<LocalNotice['kind']> = new Set(['not-recorded', 'not-heard'])

/** Whether the thread shows this notice, with the sentences that the demo answers. */
export function isDemoOffer({ kind, detail }: LocalNotice): boolean {
  return HINTS.has(kind) && detail === ''
}

/** Notices without any loss. */
const GENTLE: ReadonlySet<LocalNotice['kind']> = new Set([
  'server-away',
  'hotkey-unavailable',
  'microphone-replaced',
  'microphone-muted',
  'microphone-lost',
  'sound-lost',
  'loudspeaker-replaced',
  'malformed-frames',
  'model-replaced',
  'tools-off',
  'tools-set-aside',
  'fixture-invalid',
  'recording-mended',
  'recording-opened',
  ...HINTS,
  'timer-ended',
  'timer-missed',
  'crashed',
  'updated',
  'update-ready',
])
