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
import type { ThreadPosition } from '../../shared/protocol/replay-guard'
import { type DataState, initialDataState } from './data-state'
import { type EarlyText, noEarlyText } from './early-text'
import type { LocalNotice } from './local-notice'
import type { RememberedLook } from './remembered-look'

/** Facts of the installation that do not change while the window lives. */
export interface Installation {
  readonly version: string
  readonly runtime: string
  readonly platform: CallReply<'app.bootstrap'>['platform']
  readonly operatingSystem: CallReply<'app.bootstrap'>['operatingSystem']
  readonly systemLocale: string
}

/** A rule and its place in the list, from 1. */
export type NumberedRule = CallReply<'rules.list'>['rules'][number]

/** A conversation that was deleted a moment ago. `wasShown`: it was on the screen then. */
export interface RemovedConversation {
  readonly conversationId: string
  readonly title: string
  readonly wasShown: boolean
}

/** A thread as far as it is known here. */
export type LoadedThread = ThreadPosition

/** What the window shows beside the thread. */
export type View =
  | { readonly name: 'thread' }
  /** the first run, or its repetition */
  | { readonly name: 'setUp' }
  /** the recorded conversations that can be played */
  | { readonly name: 'demos' }
  /** `messageId`: the message whose frames are looked for; null: the last turn */
  | { readonly name: 'inspector'; readonly messageId: string | null }
  | {
      readonly name: 'settings'
      readonly section: SettingsSection
      /** the rule that a card or a line pointed at */
      readonly ruleNumber: number | null
      /** the model is what has to be changed there, not the key */
      readonly forModel: ModelField | null
    }

/** The field of the model that is spoken to, or of the one that answers in writing. */
export type ModelField = 'model' | 'textModel' | 'imageModel'

export type SettingsSection =
  | 'general'
  | 'voice'
  | 'hotkeys'
  | 'notifications'
  | 'session'
  | 'rules'
  | 'audit'
  | 'data'
  | 'storage'
  | 'key'
  | 'programs'
  | 'diagnostics'
  | 'about'

/** How opening went. */
export type Opening = { readonly phase: 'loading' } | { readonly phase: 'failed'; readonly message: string } | { readonly phase: 'ready' }

/** Everything the page draws. Replaced as a whole on each change, never mutated. */
export interface AppState extends DataState {
  readonly opening: Opening
  /** What is typed before main has answered; null: nothing of the app is drawn until then, because a first run may be to be gone through. */
  readonly early: EarlyText | null
  readonly installation: Installation
  readonly settings: Settings
  readonly key: KeyState
  readonly hotkey: HotkeyState
  readonly talk: TalkState
  readonly conversations: readonly ConversationSummary[]
  readonly currentConversationId: string | null
  readonly statuses: { readonly [conversationId: string]: ConversationStatus }
  readonly approvals: { readonly [approvalId: string]: Approval }
  readonly fixtures: readonly FixtureSummary[]
  readonly notices: readonly LocalNotice[]
  /** Failed sessions without a notice of their own whose banner was closed. */
  readonly dismissedFailures: readonly string[]
  /** how many messages of a long thread are still being read, before those that are there */
  readonly unread: { readonly [conversationId: string]: number }
  readonly threads: { readonly [conversationId: string]: LoadedThread }
  /** Where the threads go on in several ways. */
  readonly forks: { readonly [conversationId: string]: readonly Fork[] }
  readonly drafts: { readonly [conversationId: string]: string }
  /** What is on its way to main and not acknowledged yet. */
  readonly sending: { readonly [conversationId: string]: string }
  /** The files of drafts. */
  readonly draftFiles: { readonly [conversationId: string]: readonly Attachment[] }
  /** How many files are on their way into a draft. */
  readonly attaching: { readonly [conversationId: string]: number }
  /** Why a file was not attached. */
  readonly attachFailures: { readonly [conversationId: string]: string | null }
  /** Why the last text of a conversation was not sent; its text is back in the draft. */
  readonly sendFailures: { readonly [conversationId: string]: string }
  /** Why a conversation could not be read. */
  readonly openFailures: { readonly [conversationId: string]: string }
  readonly settingsFailure: string | null
  /** What decided about calls and how long they took, by tool call. */
  readonly calls: { readonly [toolCallId: string]: CallSummary }
  /** The rules that answers on cards made, by tool call, to be taken back where they were made. */
  readonly madeRules: { readonly [toolCallId: string]: string }
  /** null until they were read. */
  readonly rules: readonly NumberedRule[] | null
  readonly tools: readonly ToolSummary[] | null
  /** The rule that was taken away last and the place it had; null when there is nothing to bring back. */
  readonly removedRule: { readonly rule: PolicyRule; readonly place: number } | null
  /** The conversations that were deleted and can be brought back, the last one at the end. */
  readonly removed: readonly RemovedConversation[]
  /** Why the last change of a kept conversation was refused. */
  readonly historyFailure: string | null
  /** The file that something of the list was saved as last. */
  readonly historySaved: string | null
  /** Everything was erased just now, and the page of the settings that did it is to say so. */
  readonly wiped: boolean
  readonly paletteOpen: boolean
  /** the palette finds in this conversation alone; null: everything */
  readonly paletteWithin: string | null
  readonly shortcutsOpen: boolean
  /** The message to bring into view as soon as its thread is there, and the words that were searched. */
  readonly jump: { readonly conversationId: string; readonly messageId: string; readonly terms: readonly string[] } | null
  readonly view: View
  /** conversations that are being recorded, and since when (ms since the epoch) */
  readonly recordingSince: { readonly [conversationId: string]: number }
  readonly questionsOpen: boolean
  /** Parley’s voice is not heard; until it is switched back or the window closes. */
  readonly muted: boolean
  readonly sidebarCollapsed: boolean
  readonly drawerOpen: boolean
}

/** The state before main has answered; what is remembered is drawn at once. */
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
    conversations: [],
    currentConversationId: null,
    statuses: {},
    approvals: {},
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
    paletteWithin: null,
    shortcutsOpen: false,
    jump: null,
    historyFailure: null,
    historySaved: null,
    wiped: false,
    view: { name: 'thread' },
    recordingSince: {},
    questionsOpen: false,
    muted: false,
    sidebarCollapsed: false,
    drawerOpen: false,
    ...initialDataState,
  }
}
