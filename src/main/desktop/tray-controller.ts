import { assertNever } from '../../shared/lib/assert-never'
import type { Seen } from '../../shared/sight/sight-source'
import { whatStops } from '../../shared/talk/what-stops'
import { translatorFor } from '../lib/translations'
import type { Desktop } from '../platform/desktop'
import type { TrayPicture } from '../platform/tray/tray-image'
import { type TrayActs, type TrayFacts, trayMenu } from '../platform/tray/tray-menu'
import type { Presence } from './presence'

/** The tray icon's tooltip, with what Gemini sees, or would see in a demo. `locale`: the language of the user, for example `ja` or `en-GB`. */
export function trayTooltip(picture: TrayPicture, locale: string, sight: Seen | null = null): string {
  const i18n = translatorFor(locale)
  const state = typeof picture === 'string' ? i18n.t(`tray.${picture}`) : i18n.count('tray.waiting', picture.questions)
  if (sight === null) return state
  return [state, i18n.t(sight.isDemo ? 'sight.wouldSee' : 'sight.sees', { source: i18n.t(`sight.kind.${sight.kind}`) })].join(' · ')
}

/** Dependencies of the tray icon. */
export interface TrayControllerOptions {
  readonly desktop: Pick<Desktop, 'showInTray' | 'setTrayMenu'> | null
  locale(): string
  presence(): Presence
  muted(): boolean
  readonly acts: Omit<TrayActs, 'talk'> & { toggleTalk(): void; interrupt(conversationId: string): void }
  /** The icon was clicked: shows the approval that expires first. */
  clicked(approvalId: string | null): void
}

/** Keeps picture, text and menu of the tray icon up to date: always the same icon, updated only when something differs. */
export function createTrayController({ desktop, locale, presence, muted, acts, clicked }: TrayControllerOptions): { update(): void } {
  let shown = ''
  let offered = ''

  /** Starts to talk, or stops the talk or the answer, whichever it is when the item is chosen. */
  function talk(): void {
    const now = presence()
    if (stopOf(now) === 'answer' && now.status !== undefined) acts.interrupt(now.status.conversationId)
    else acts.toggleTalk()
  }

  return {
    update() {
      const now = presence()
      const picture = trayPicture(now, muted())
      const tooltip = trayTooltip(picture, locale(), now.sight)
      const state = JSON.stringify([picture, tooltip])
      if (state !== shown) desktop?.showInTray({ picture, tooltip }, () => clicked(presence().questions[0]?.approvalId ?? null))
      shown = state
      const menu = trayMenu(
        locale(),
        { stops: stopOf(now), muted: muted(), questions: now.questions.length + now.elicitations, sees: now.sight !== null },
        { ...acts, talk },
      )
      const labels = menu.map(({ label }) => label).join('\n')
      if (labels !== offered) desktop?.setTrayMenu(menu)
      offered = labels
    },
  }
}

function stopOf({ status, talk }: Presence): TrayFacts['stops'] {
  switch (whatStops(status, talk)) {
    case 'cancel-talk':
    case 'end-hands-free':
      return 'talk'
    case 'interrupt':
      return 'answer'
    default:
      return null
  }
}

/** One picture for all states: an approval takes precedence over everything but a lost connection and the user's own speech. */
export function trayPicture(
  { state, talk, questions, elicitations }: Pick<Presence, 'state' | 'talk' | 'questions' | 'elicitations'>,
  muted: boolean,
): TrayPicture {
  if (state === 'error' || state === 'reconnecting') return 'offline'
  const held = state === 'listening' && 'held' in talk && talk.held
  const waiting = questions.length + elicitations
  if (waiting > 0 && !held) return { questions: waiting }
  switch (state) {
    case 'listening':
    case 'thinking':
    case 'speaking':
      return state
    case 'connecting':
    case 'waiting':
      return 'thinking'
    case 'off':
      return muted ? 'muted' : 'idle'
    default:
      return assertNever(state)
  }
}
