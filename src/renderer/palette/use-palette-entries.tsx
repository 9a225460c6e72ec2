import {
  Activity,
  AppWindow,
  AudioLines,
  Bug,
  Captions,
  CornerDownRight,
  EyeOff,
  History,
  Inbox,
  Keyboard,
  MessageSquare,
  Mic,
  MonitorUp,
  MonitorX,
  Plug,
  Settings,
  SquarePen,
  SunMoon,
  Table2,
  ToggleLeft,
  VolumeX,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { chordsOf, type ShortcutId } from '../../shared/commands/shortcuts'
import { type MarkedText, markTerms } from '../../shared/history/marked-text'
import { searchTerms } from '../../shared/history/search-terms'
import type { HistoryHit } from '../../shared/ipc/history-calls'
import type { ConversationSummary } from '../../shared/ipc/schemas'
import { isHandsFree } from '../../shared/talk/talk-facts'
import { useGoToApproval } from '../approval/use-go-to-approval'
import { capNames } from '../commands/cap-names'
import { useCommands } from '../commands/use-commands'
import { useI18n } from '../i18n/i18n-provider'
import { settingsPages } from '../settings/settings-pages'
import { useApp, useServices } from '../state/context'
import { openApprovalCount } from '../state/selectors'
import { focusComposer } from '../ui/focus-composer'
import { shortDate } from '../ui/format'
import { keyName } from '../ui/key-cap'
import { talkKeyOf } from '../voice/talk-key'
import { groupedHits } from './grouped-hits'
import { settingRows } from './setting-rows'
import type { HistorySearch } from './use-history-search'

export type PaletteKind = 'conversations' | 'actions' | 'settings'

/** One row of the palette. */
export interface PaletteEntry {
  readonly id: string
  readonly kind: PaletteKind
  readonly icon: ReactNode
  readonly name: MarkedText
  /** secondary text next to the name */
  readonly line: MarkedText
  /** on the right: a date, or keys */
  readonly date: string | null
  readonly keys: readonly string[]
  run(): void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const RECENT = 6

/**
 * The rows for the query: conversations and messages that main found (the latest ones without a query), actions,
 * settings.
 */
export function usePaletteEntries(query: string, { hits }: HistorySearch): readonly PaletteEntry[] {
  const i18n = useI18n()
  const { actions, store, now } = useServices()
  const goToQuestion = useGoToApproval()
  const command = useCommands()
  const conversations = useApp((state) => state.conversations)
  const questions = useApp(openApprovalCount)
  const sightIsOn = useApp((state) => state.sight.phase !== 'off')
  const settings = useApp((state) => state.settings)
  const { captions, developer } = settings
  const handsFree = useApp((state) => isHandsFree(state.talk))
  const hotkey = useApp((state) => state.hotkey)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const chosen = settings.shortcuts
  const written = query.trim()
  const terms = searchTerms(written)
  const keysOf = (id: ShortcutId) => capNames(chordsOf(id, chosen)[0], operatingSystem)
  const plain = (text: string): MarkedText => markTerms(text, terms)

  const conversation = (hit: HistoryHit): PaletteEntry => ({
    id: `${hit.conversationId} ${hit.messageId ?? ''}`,
    kind: 'conversations',
    icon: hit.hasVoice ? <AudioLines {...icon} /> : <MessageSquare {...icon} />,
    name: hit.title.length === 0 ? [{ text: i18n.t('app.newConversation'), hit: false }] : hit.title,
    line: hit.snippet,
    date: shortDate(hit.at, now(), i18n),
    keys: [],
    run: () => void actions.jumpTo(hit.conversationId, hit.messageId, terms),
  })
  const action = (id: string, face: ReactNode, name: string, run: () => void, more: Partial<PaletteEntry> = {}): PaletteEntry => {
    return { id, kind: 'actions', icon: face, name: plain(name), line: [], date: null, keys: [], run, ...more }
  }
  const start = async (text: string) => {
    await store.create()
    const { currentConversationId } = store.api.getState()
    if (currentConversationId !== null && text !== '') actions.setDraft(currentConversationId, text)
    focusComposer()
  }
  const newName = written === '' ? i18n.t('app.newConversation') : i18n.t('palette.newAbout', { text: written })
  const always: readonly PaletteEntry[] = [
    action('new', <SquarePen {...icon} />, newName, () => void start(written), { keys: keysOf('newConversation') }),
  ]
  const others: readonly PaletteEntry[] = [
    action('talk', <Mic {...icon} />, i18n.t('palette.talk'), () => actions.toggleTalk(), {
      keys: talkKeyOf(hotkey, operatingSystem).keys.map((name) => keyName(name, operatingSystem)),
    }),
    sightIsOn
      ? action('sight', <MonitorX {...icon} />, i18n.t('sight.stop'), () => actions.stopSight())
      : action('sight', <MonitorUp {...icon} />, i18n.t('palette.showScreen'), () => actions.beginSight('screen', null)),
    ...(questions === 0
      ? []
      : [
          action('question', <Inbox {...icon} />, i18n.t('palette.nextQuestion'), () => void goToQuestion(), {
            line: [{ text: i18n.count('palette.waiting', questions), hit: false }],
            keys: keysOf('nextQuestion'),
          }),
        ]),
    ...(developer
      ? [
          action('inspector', <Activity {...icon} />, i18n.t('inspector.title'), () => actions.inspect(null)),
          action('inspector window', <AppWindow {...icon} />, i18n.t('inspector.ownWindow'), () => actions.inspectInWindow(null)),
        ]
      : []),
    action('demos', <History {...icon} />, i18n.t('demos.title'), actions.showDemos),
    action('results', <Table2 {...icon} />, i18n.t('data.results'), () => actions.showData(null)),
    action('captions', <Captions {...icon} />, i18n.t(captions ? 'palette.captionsOff' : 'palette.captionsOn'), () => {
      void actions.updateSettings({ captions: !captions })
    }),
    action('hands-free', <AudioLines {...icon} />, i18n.t(handsFree ? 'palette.handsFreeOff' : 'palette.handsFreeOn'), () =>
      actions.setHandsFree(!handsFree),
    ),
    action('mute', <VolumeX {...icon} />, i18n.t('command.mute'), () => command('mute'), { keys: keysOf('mute') }),
    action('server content', <Plug {...icon} />, i18n.t('content.title'), () => actions.openServerContent(true)),
    action('private', <EyeOff {...icon} />, i18n.t('private.new'), () => void actions.createPrivate()),
    ...(['system', 'light', 'dark'] as const).map((theme) =>
      action(
        `theme ${theme}`,
        <SunMoon {...icon} />,
        i18n.t('palette.theme', { theme: i18n.t(`settings.theme.${theme}`) }),
        () => void actions.updateSettings({ theme }),
      ),
    ),
    action('text larger', <ZoomIn {...icon} />, i18n.t('command.textLarger'), () => command('textLarger')),
    action('text smaller', <ZoomOut {...icon} />, i18n.t('command.textSmaller'), () => command('textSmaller')),
    action('shortcuts', <Keyboard {...icon} />, i18n.t('command.shortcuts'), () => command('shortcuts'), { keys: keysOf('shortcuts') }),
    action('report', <Bug {...icon} />, i18n.t('command.report'), () => command('report')),
    ...settingsPages.map(({ page, name, sections: [first] }) =>
      action(`settings ${page}`, <Settings {...icon} />, i18n.t(name), () => actions.showSettings(first), { kind: 'settings' }),
    ),
  ]
  const further = (hit: HistoryHit): PaletteEntry => ({
    ...conversation(hit),
    icon: <CornerDownRight {...icon} />,
    name: hit.snippet,
    line: [],
  })
  const found =
    written === ''
      ? latest(conversations).map(conversation)
      : groupedHits(hits).map(({ hit, isFirst }) => (isFirst ? conversation : further)(hit))
  const rows = settingRows(written, { i18n, settings, actions }).map(({ id, isSwitch, name, place, run }) =>
    action(id, isSwitch ? <ToggleLeft {...icon} /> : <Settings {...icon} />, name, run, { kind: 'settings', line: plain(place) }),
  )
  const rest = [...always, ...others.filter(({ name }) => hasTerms(name, terms, i18n.language)), ...rows]
  return [...found, ...rest.filter(({ kind }) => kind === 'actions'), ...rest.filter(({ kind }) => kind === 'settings')]
}

/** The conversations that changed last, as hits without a query. */
function latest(conversations: readonly ConversationSummary[]): readonly HistoryHit[] {
  return conversations
    .filter(({ archived }) => !archived)
    .slice(0, RECENT)
    .map(({ conversationId, title, updatedAt, hasVoice, archived }) => {
      return { conversationId, messageId: null, title: markTerms(title, []), snippet: [], at: updatedAt, hasVoice, archived }
    })
}

function hasTerms(name: MarkedText, terms: readonly string[], language: string): boolean {
  const text = name
    .map((piece) => piece.text)
    .join('')
    .toLocaleLowerCase(language)
  return terms.every((term) => text.includes(term.toLocaleLowerCase(language)))
}
