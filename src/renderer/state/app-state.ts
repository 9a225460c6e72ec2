import type { Approval } from '../../shared/approvals/approval'
import type { CallSummary } from '../../shared/approvals/call-summary'
import type { PolicyRule } from '../../shared/approvals/policy-rule'
import type { Attachment } from '../../shared/attachments/attachment'
import { type HotkeyState, noHotkeys } from '../../shared/hotkeys/hotkey-state'
import { firstLanguage } from '../../shared/i18n/languages'
import type { CallReply } from '../../shared/ipc/contract'
import { defaultSettings } from '../../shared/ipc/default-settings'
import type { KeyState } from '../../shared/ipc/key-state'
import type { ConversationStatus, ConversationSummary, FixtureSummary, Settings, TalkState } from '../../shared/ipc/schemas'
import type { Fork } from '../../shared/ipc/thread-calls'
import type { ToolSummary } from '../../shared/ipc/tool-calls'
import type { Failure } from '../../shared/lib/result'
import type { ThreadPosition } from '../../shared/protocol/replay-guard'
import type { Elicitation } from '../../shared/servers/elicitation'
import type { SightView } from '../../shared/sight/sight-calls'
import { type DataState, initialDataState } from './data-state'
import { type EarlyText, noEarlyText } from './early-text'
import type { LocalNotice } from './local-notice'
import type { RememberedLook } from './remembered-look'

/** Facts of the installation, constant for the window's lifetime. */
export interface Installation {
  readonly version: string
  readonly runtime: string
  readonly platform: CallReply<'app.bootstrap'>['platform']
  readonly operatingSystem: CallReply<'app.bootstrap'>['operatingSystem']
  readonly systemLocale: string
}

/** A rule and its place in the list, from 1. */
export type NumberedRule = CallReply<'rules.list'>['rules'][number]

/** A recently deleted conversation. `wasShown`: it was on the screen then. */
export interface RemovedConversation {
  readonly conversationId: string
  readonly title: string
  readonly wasShown: boolean
}

/** A thread as far as the page has loaded it. */
export type LoadedThread = ThreadPosition

/** What the window shows next to the sidebar. */
export type View =
  | { readonly name: 'thread' }
  /** the first run, or its repetition */
  | { readonly name: 'setUp' }
  /** the demo conversations */
  | { readonly name: 'demos' }
  /** `messageId`: the message whose frames are shown; null: the last turn */
  | { readonly name: 'inspector'; readonly messageId: string | null }
  | {
      readonly name: 'settings'
      readonly section: SettingsSection
      /** the rule that a card or a line linked to */
      readonly ruleNumber: number | null
      /** the model has to be changed there, not the key */
      readonly forModel: ModelField | null
    }

/** The field of the Live, text or image model. */
export type ModelField = 'model' | 'textModel' | 'imageModel'

/** A section of a settings page, which a link can lead to. */
export type SettingsSection =
  | 'general'
  | 'voice'
  | 'hotkeys'
  | 'notifications'
  | 'session'
  | 'rules'
  | 'servers'
  | 'audit'
  | 'data'
  | 'storage'
  | 'key'
  | 'programs'
  | 'developer'
  | 'diagnostics'
  | 'about'

/** The state of opening the app. */
export type Opening = { readonly phase: 'loading' } | { readonly phase: 'failed'; readonly message: string } | { readonly phase: 'ready' }

/** The page's whole state. Replaced on each change, never mutated. */
export interface AppState extends DataState {
  readonly opening: Opening
  /** Text typed before main has replied; null: the app is not rendered until then, because a first run may be due. */
  readonly early: EarlyText | null
  readonly installation: Installation
  readonly settings: Settings
  readonly key: KeyState
  readonly hotkey: HotkeyState
  readonly talk: TalkState
  /** What Gemini sees. */
  readonly sight: SightView
  /** Exactly the last frame that Gemini was sent, as an address; null before the first. */
  readonly sightFrame: string | null
  /** What Gemini had been shown when the turn that is replayed was recorded; `frame` is an address, null: the recording does not hold it. */
  readonly replayedSight: { readonly conversationId: string; readonly frame: string | null; readonly frames: number } | null
  readonly conversations: readonly ConversationSummary[]
  readonly currentConversationId: string | null
  readonly statuses: { readonly [conversationId: string]: ConversationStatus }
  readonly approvals: { readonly [approvalId: string]: Approval }
  /** open questions of MCP servers */
  readonly elicitations: readonly Elicitation[]
  readonly fixtures: readonly FixtureSummary[]
  readonly notices: readonly LocalNotice[]
  /** Failed sessions without a notice whose banner was closed. */
  readonly dismissedFailures: readonly string[]
  /** number of messages of a long thread that are still loading, before the loaded ones */
  readonly unread: { readonly [conversationId: string]: number }
  readonly threads: { readonly [conversationId: string]: LoadedThread }
  /** The forks of the threads. */
  readonly forks: { readonly [conversationId: string]: readonly Fork[] }
  readonly drafts: { readonly [conversationId: string]: string }
  /** Messages sent to main and not acknowledged yet. */
  readonly sending: { readonly [conversationId: string]: string }
  /** The files of drafts. */
  readonly draftFiles: { readonly [conversationId: string]: readonly Attachment[] }
  /** How many files are being attached to a draft. */
  readonly attaching: { readonly [conversationId: string]: number }
  /** Why a file was not attached. */
  readonly attachFailures: { readonly [conversationId: string]: string | null }
  /** Why the last message of a conversation was not sent; its text is in the draft again. */
  readonly sendFailures: { readonly [conversationId: string]: Pick<Failure, 'code' | 'message'> }
  /** Why a conversation could not be read. */
  readonly openFailures: { readonly [conversationId: string]: string }
  readonly settingsFailure: string | null
  /** What decided about calls and how long they took, by tool call. */
  readonly calls: { readonly [toolCallId: string]: CallSummary }
  /** The rules created by answers on cards, by tool call, so that they can be removed there. */
  readonly madeRules: { readonly [toolCallId: string]: string }
  /** null until loaded */
  readonly rules: readonly NumberedRule[] | null
  readonly tools: readonly ToolSummary[] | null
  /** The last removed rule and its place; null if there is nothing to undo. */
  readonly removedRule: { readonly rule: PolicyRule; readonly place: number } | null
  /** The deleted conversations that can be restored, the latest last. */
  readonly removed: readonly RemovedConversation[]
  /** Why the last change of a stored conversation was refused. */
  readonly historyFailure: string | null
  /** The last file that a conversation was exported to. */
  readonly historySaved: string | null
  /** How far the import of a file is, in percent; null while there is none. */
  readonly importPercent: number | null
  /** Everything was just erased, and the settings page that did it should say so. */
  readonly wiped: boolean
  readonly paletteOpen: boolean
  /** How often the find bar of this thread was asked for, each time for its field to have the focus; null: it is closed. */
  readonly findAsked: number | null
  readonly shortcutsOpen: boolean
  /** what servers offer to attach is shown */
  readonly serverContentOpen: boolean
  /** The message to scroll into view as soon as its thread is loaded, and the searched words. */
  readonly jump: { readonly conversationId: string; readonly messageId: string; readonly terms: readonly string[] } | null
  readonly view: View
  /** conversations that are being recorded, and since when (ms since the epoch) */
  readonly recordingSince: { readonly [conversationId: string]: number }
  readonly questionsOpen: boolean
  /** Parley’s voice is muted, until it is unmuted or the window closes. */
  readonly muted: boolean
  /** Hands-free is paused: the microphone is closed until the user unmutes it. */
  readonly microphoneMuted: boolean
  readonly sidebarCollapsed: boolean
  readonly drawerOpen: boolean
}

/** The state before main has replied; remembered data is rendered at once. */
export function initialState(remembered: RememberedLook | null = null): AppState {
  return {
    opening: { phase: 'loading' },
    early: remembered === null ? null : noEarlyText,
    installation: {
      version: '',
      runtime: '',
      platform: 'electron',
      operatingSystem: 'linux',
      systemLocale: firstLanguage,
      ...remembered?.installation,
    },
    settings: { ...defaultSettings, ...remembered?.look },
    key: { source: 'none', storage: 'memory' },
    hotkey: noHotkeys,
    talk: { phase: 'idle' },
    sight: { phase: 'off', ended: null },
    sightFrame: null,
    replayedSight: null,
    conversations: [],
    currentConversationId: null,
    statuses: {},
    approvals: {},
    elicitations: [],
    fixtures: [],
    notices: [],
    dismissedFailures: [],
    unread: {},
    threads: {},
    forks: {},
    drafts: {},
    sending: {},
    draftFiles: {},
    attaching: {},
    attachFailures: {},
    sendFailures: {},
    openFailures: {},
    settingsFailure: null,
    calls: {},
    madeRules: {},
    rules: null,
    tools: null,
    removedRule: null,
    removed: [],
    paletteOpen: false,
    findAsked: null,
    shortcutsOpen: false,
    serverContentOpen: false,
    jump: null,
    historyFailure: null,
    historySaved: null,
    importPercent: null,
    wiped: false,
    view: { name: 'thread' },
    recordingSince: {},
    questionsOpen: false,
    muted: false,
    microphoneMuted: false,
    sidebarCollapsed: false,
    drawerOpen: false,
    ...initialDataState,
  }
}
