import type { Approval, Decision } from '../../shared/approvals/approval'
import type { Attachment } from '../../shared/attachments/attachment'
import type { Settings } from '../../shared/ipc/schemas'
import type { ReplyModality } from '../../shared/ipc/text-choices'
import type { Failure, Result } from '../../shared/lib/result'
import type { SightKind } from '../../shared/sight/sight-source'
import { refusalText } from '../i18n/refusal-text'
import type { ModelField, SettingsSection } from './app-state'
import { type AttachmentActions, createAttachmentActions } from './attachment-actions'
import { type BranchActions, createBranchActions } from './branch-actions'
import { createDataActions, type DataActions } from './data-actions'
import { createHistoryActions, type HistoryActions } from './history-actions'
import { isLocal, type LocalNotice, localNoticeId } from './local-notice'
import { createReplayActions, type ReplayActions } from './replay-actions'
import { createRuleActions, type RuleActions } from './rule-actions'
import { translatorOf } from './selectors'
import { createStorageActions, type StorageActions } from './storage-actions'
import type { AppStore } from './store'

/** What an answer may contain besides yes or no. */
export type AnswerDetails = Pick<Decision, 'reason' | 'editedInput' | 'remember'>

/** The user's actions, each as one call to main or one change of the page's state. */
export interface Actions extends RuleActions, HistoryActions, StorageActions, BranchActions, DataActions, AttachmentActions, ReplayActions {
  setDraft(conversationId: string, text: string): void
  /** Text typed before main has replied. */
  typeEarly(text: string): void
  /** Sends it as soon as main has replied. */
  sendEarly(): void
  /** Sends the draft; if main refuses, the text returns to the draft with the reason next to it. */
  sendDraft(conversationId: string): Promise<void>
  /** Lets the text model answer this conversation's typed text from now on, and sends the draft. */
  sendInText(conversationId: string): Promise<void>
  press(): void
  release(): void
  toggleTalk(): void
  cancelTalk(): void
  /** Turns hands-free mode on or off. */
  setHandsFree(on: boolean): void
  /** Closes the microphone of hands-free, or opens it again; Parley’s answer continues. */
  muteMicrophone(muted: boolean): void
  /** Shows Gemini a screen, a window or a camera; null: the first of its kind. */
  beginSight(kind: SightKind, sourceId: string | null): void
  stopSight(): void
  /** Removes the line that says why Gemini sees nothing any more. */
  dismissSight(): void
  interrupt(conversationId: string): void
  /** Reads an answer aloud; `interrupt` stops it. */
  readAloud(conversationId: string, messageId: string): void
  /** Plays the user's speech of a line without a transcript; `interrupt` stops it. */
  playSpeech(conversationId: string, messageId: string): void
  /** Sends the user's last message again. */
  askAgain(conversationId: string): void
  stopSession(conversationId: string): void
  /** Sets which model answers typed text in this conversation. */
  setReplyModality(conversationId: string, replyModality: ReplyModality): void
  setPictures(conversationId: string, on: boolean): void
  retrySession(conversationId: string): void
  /** Erases speech that waits to be sent again. */
  dropSpeech(conversationId: string): void
  /** Answers one approval; the answer counts only for the arguments that were shown. */
  decide(approval: Approval, approved: boolean, details?: AnswerDetails): Promise<Result<unknown>>
  /** Answers several approvals at once. Null, or why some of the answers did not count. */
  decideAll(questions: readonly Approval[], approved: boolean): Promise<string | null>
  updateSettings(change: Partial<Settings>): Promise<void>
  dismissNotice(noticeId: string): void
  /** Closes the banner of a failed session without a notice; the dock still shows the failure. */
  dismissFailure(key: string): void
  /** Shows or removes a notice about sound that only the page knows. */
  showTrouble(kind: LocalNotice['kind'], there: boolean): void
  openLink(url: string): void
  controlWindow(action: 'minimize' | 'toggle-maximize' | 'close'): void
  showSettings(section: SettingsSection, ruleNumber?: number): void
  /** Opens the settings at the model's field. */
  showModels(field: ModelField): void
  showThread(): void
  /** Starts the first run again, from its first step. */
  setUpAgain(): void
  /**
   * Opens the inspector, at the frames of a message if one is named: in its own window if that is open, otherwise here.
   */
  inspect(messageId: string | null): void
  /** Opens the inspector in a window of its own. */
  inspectInWindow(messageId: string | null): void
  showQuestions(open: boolean): void
  collapseSidebar(collapsed: boolean): void
  setMuted(muted: boolean): void
  openDrawer(open: boolean): void
  /** Shows all shortcuts over anything else. */
  openShortcuts(open: boolean): void
  /** Shows what servers offer to attach. */
  openServerContent(open: boolean): void
}

type DraftActions = Pick<Actions, 'setDraft' | 'typeEarly' | 'sendEarly' | 'sendDraft' | 'sendInText'>

function createDraftActions({ api, client }: AppStore): DraftActions {
  const setDraft = (conversationId: string, text: string) =>
    api.setState((state) => ({ drafts: { ...state.drafts, [conversationId]: text } }))
  const setSending = (conversationId: string, text: string) =>
    api.setState((state) => ({ sending: { ...state.sending, [conversationId]: text } }))
  const setFiles = (conversationId: string, change: (files: readonly Attachment[]) => readonly Attachment[]) =>
    api.setState((state) => ({ draftFiles: { ...state.draftFiles, [conversationId]: change(state.draftFiles[conversationId] ?? []) } }))
  const setSendFailure = (conversationId: string, failure: Failure | null) =>
    api.setState((state) => {
      const { [conversationId]: _gone, ...others } = state.sendFailures
      return { sendFailures: failure === null ? others : { ...others, [conversationId]: failure } }
    })

  const sendDraft = async (conversationId: string): Promise<void> => {
    const { drafts, draftFiles, attaching } = api.getState()
    const text = drafts[conversationId] ?? ''
    const files = draftFiles[conversationId] ?? []
    // files that are still being attached belong to the message
    if ((text.trim() === '' && files.length === 0) || (attaching[conversationId] ?? 0) > 0) return
    setSending(conversationId, text)
    setDraft(conversationId, '')
    setFiles(conversationId, () => [])
    setSendFailure(conversationId, null)
    const attached = files.length === 0 ? {} : { attachmentIds: files.map(({ attachmentId }) => attachmentId) }
    const reply = await client.call('text.send', { conversationId, text: files.length > 0 ? text.trim() : text, ...attached })
    setSending(conversationId, '')
    if (reply.ok) return
    setFiles(conversationId, (since) => [...files, ...since])
    const typedSince = api.getState().drafts[conversationId] ?? ''
    setDraft(conversationId, typedSince === '' ? text : `${text}\n${typedSince}`)
    setSendFailure(conversationId, reply.error)
  }

  return {
    setDraft,
    typeEarly: (text) => api.setState({ early: { text, send: false } }),
    sendEarly: () => api.setState(({ early }) => (early === null || early.text.trim() === '' ? {} : { early: { ...early, send: true } })),
    sendDraft,
    async sendInText(conversationId) {
      const reply = await client.call('conversation.replyModality', { conversationId, replyModality: 'text' })
      if (reply.ok) await sendDraft(conversationId)
      else setSendFailure(conversationId, reply.error)
    },
  }
}

type TalkActions = Pick<
  Actions,
  'press' | 'release' | 'toggleTalk' | 'cancelTalk' | 'setHandsFree' | 'muteMicrophone' | 'beginSight' | 'stopSight' | 'dismissSight'
>

function createTalkActions({ api, client }: AppStore): TalkActions {
  return {
    beginSight: (kind, sourceId) => void client.call('sight.begin', { kind, sourceId }),
    stopSight: () => void client.call('sight.stop', null),
    dismissSight: () => api.setState({ sight: { phase: 'off', ended: null } }),
    press: () => void client.call('talk.press', null),
    release: () => void client.call('talk.release', null),
    toggleTalk: () => void client.call('talk.toggle', null),
    cancelTalk: () => void client.call('talk.cancel', null),
    setHandsFree(on) {
      api.setState({ microphoneMuted: false })
      void client.call('talk.handsFree', { on })
    },
    muteMicrophone(muted) {
      api.setState({ microphoneMuted: muted })
      void client.call('talk.handsFree', { on: !muted })
    },
  }
}

type ConversationActions = Pick<
  Actions,
  'interrupt' | 'readAloud' | 'playSpeech' | 'askAgain' | 'setReplyModality' | 'setPictures' | 'stopSession' | 'retrySession' | 'dropSpeech'
>

function createConversationActions({ api, client }: AppStore): ConversationActions {
  return {
    interrupt: (conversationId) => void client.call('turn.interrupt', { conversationId }),
    readAloud: (conversationId, messageId) => void client.call('answer.readAloud', { conversationId, messageId }),
    playSpeech: (conversationId, messageId) => void client.call('speech.play', { conversationId, messageId }),
    askAgain: (conversationId) => void client.call('turn.again', { conversationId }),
    setReplyModality: (conversationId, replyModality) => void client.call('conversation.replyModality', { conversationId, replyModality }),
    setPictures: (conversationId, on) => void client.call('conversation.pictures', { conversationId, on }),
    stopSession: (conversationId) => void client.call('session.stop', { conversationId }),
    retrySession(conversationId) {
      api.setState({ dismissedFailures: [] })
      void client.call('session.retry', { conversationId })
    },
    dropSpeech: (conversationId) => void client.call('speech.drop', { conversationId }),
  }
}

function createDecisionActions({ api, client }: AppStore): Pick<Actions, 'decide' | 'decideAll'> {
  return {
    async decide(approval, approved, details = {}) {
      const { approvalId, inputHash } = approval
      const reply = await client.call('approval.decide', { approvalId, inputHash, approved, ...details })
      if (reply.ok) {
        const decided = reply.value.approval
        api.setState((state) => ({ approvals: { ...state.approvals, [decided.approvalId]: decided } }))
      }
      return reply
    },
    async decideAll(questions, approved) {
      const decisions = questions.map(({ approvalId, inputHash }) => ({ approvalId, inputHash, approved }))
      const reply = await client.call('approval.decideAll', { decisions })
      if (!reply.ok) return reply.error.message
      const decided = reply.value.results.flatMap((result) => (result.kind === 'decided' ? [result.approval] : []))
      api.setState((state) => ({
        approvals: { ...state.approvals, ...Object.fromEntries(decided.map((approval) => [approval.approvalId, approval])) },
      }))
      const refused = reply.value.results.flatMap((result) =>
        result.kind === 'refused' ? [refusalText(result, translatorOf(api.getState()))] : [],
      )
      return refused.length === 0 ? null : [...new Set(refused)].join(' ')
    },
  }
}

function createNoticeActions({ api, client }: AppStore): Pick<Actions, 'dismissNotice' | 'dismissFailure' | 'showTrouble'> {
  return {
    dismissNotice(noticeId) {
      api.setState((state) => ({ notices: state.notices.filter((notice) => notice.noticeId !== noticeId) }))
      if (!isLocal(noticeId)) void client.call('notice.dismiss', { noticeId })
    },
    dismissFailure: (key) => api.setState((state) => ({ dismissedFailures: [...state.dismissedFailures, key] })),
    showTrouble(kind, there) {
      const noticeId = localNoticeId(kind)
      api.setState((state) => {
        const others = state.notices.filter((notice) => notice.noticeId !== noticeId)
        return { notices: there ? [...others, { noticeId, conversationId: null, kind, cause: null, detail: '' }] : others }
      })
    },
  }
}

type ViewActions = Pick<
  Actions,
  | 'showSettings'
  | 'showModels'
  | 'setUpAgain'
  | 'inspect'
  | 'inspectInWindow'
  | 'showThread'
  | 'showQuestions'
  | 'collapseSidebar'
  | 'setMuted'
  | 'openDrawer'
  | 'openShortcuts'
  | 'openServerContent'
>

function createViewActions({ api, client }: AppStore): ViewActions {
  return {
    showSettings: (section, ruleNumber) =>
      api.setState({
        view: { name: 'settings', section, ruleNumber: ruleNumber ?? null, forModel: null },
        drawerOpen: false,
        questionsOpen: false,
      }),
    showModels: (forModel) => api.setState({ view: { name: 'settings', section: 'key', ruleNumber: null, forModel }, drawerOpen: false }),
    setUpAgain() {
      api.setState({ view: { name: 'setUp' } })
      void client.call('settings.update', { setUp: 'key' })
    },
    inspect(messageId) {
      void client.call('inspector.open', { messageId, onlyIfOpen: true }).then((reply) => {
        if (!reply.ok || !reply.value.opened) {
          api.setState({ view: { name: 'inspector', messageId }, drawerOpen: false, questionsOpen: false })
        }
      })
    },
    inspectInWindow(messageId) {
      api.setState({ drawerOpen: false })
      void client.call('inspector.open', { messageId, onlyIfOpen: false })
    },
    showThread: () => api.setState({ view: { name: 'thread' } }),
    showQuestions: (open) =>
      api.setState((state) => ({
        questionsOpen: open,
        // only one panel at a time
        dataPanel: open ? null : state.dataPanel,
        drawerOpen: false,
        view: { name: 'thread' },
      })),
    collapseSidebar: (collapsed) => api.setState({ sidebarCollapsed: collapsed }),
    setMuted: (muted) => api.setState({ muted }),
    openDrawer: (open) => api.setState({ drawerOpen: open }),
    openServerContent: (serverContentOpen) => api.setState({ serverContentOpen }),
    openShortcuts: (shortcutsOpen) => api.setState({ shortcutsOpen, paletteOpen: false, drawerOpen: false }),
  }
}

/** Binds the actions to one store. */
export function createActions(store: AppStore): Actions {
  const { api, client } = store
  const drafts = createDraftActions(store)
  const attachments = createAttachmentActions(store)

  return {
    ...drafts,
    ...createTalkActions(store),
    ...createConversationActions(store),
    ...createDecisionActions(store),
    ...createNoticeActions(store),
    ...createViewActions(store),
    async updateSettings(change) {
      const reply = await client.call('settings.update', change)
      if (reply.ok) api.setState({ settings: reply.value, settingsFailure: null })
      else api.setState({ settingsFailure: reply.error.message })
    },
    openLink: (url) => void client.call('link.open', { url }),
    controlWindow: (action) => void client.call('window.control', { action }),
    ...createRuleActions(store),
    ...createHistoryActions(store),
    ...createBranchActions(store),
    ...attachments,
    ...createReplayActions(store, { setDraft: drafts.setDraft, ...attachments }),
    ...createStorageActions(store),
    ...createDataActions(store),
  }
}
