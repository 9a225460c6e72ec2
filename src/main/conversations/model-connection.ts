import { type SessionChoices, sessionChoicesSchema } from '../../shared/ipc/session-choices'
import type { ReplyModality } from '../../shared/ipc/text-choices'
import { readServiceAddress } from '../../shared/text/service-address'
import { declareFunctions } from '../../shared/tools/declare-functions'
import { look } from '../../shared/tools/look'
import { createLiveSession, type LiveSession, type LiveSessionOptions } from '../models/live/live-session'
import { type LiveContext, type LiveSetup, LiveSetupError, type LiveTool } from '../models/live/live-setup'
import type { ResumptionHandle } from '../models/live/session-state'
import { nonBlockingTools } from '../models/live/tool-behavior'
import type { TextSetup } from '../models/text/text-request'
import { createTextSession } from '../models/text/text-session'
import type { TextSessionOptions } from '../models/text/text-session-options'
import { filesFor } from '../storage/attachments/attached-file'
import { editedInputOf } from '../tool-calls/call-summaries'
import type { ToolRunner } from '../tool-calls/tool-runner'
import type { ConversationDiagnostics } from './conversation-diagnostics'
import type { ConversationRegistryOptions } from './conversation-registry'
import { createModelSwitch, type SwitchedSession } from './model-switch'
import type { StandIn } from './stand-in'
import { createToolNotices } from './tool-notices'

/**
 * The first instructions of every model. They name the rule of the approval queue, so that the model neither asks twice nor claims an
 * effect.
 */
const own = [
  'You are Parley, a voice assistant on the user’s own computer. Answer briefly, in the language the user speaks.',
  'Every function that changes something is shown to the user, who allows or denies it. Call the function as soon as the request is clear;',
  'do not ask for permission in words. While a call is waiting, say in one short sentence that you are waiting for the user’s decision.',
  'Never say that something was done before its result says so. When a call was denied or expired, accept it and do not repeat the call.',
].join(' ')

/** The system instruction: Parley's own rules, then the user's instructions, then the chosen language, if any. */
export function instructionOf({ instruction, speechLanguage }: Pick<SessionChoices, 'instruction' | 'speechLanguage'>): string {
  const instructions = instruction.trim() === '' ? [] : [`The user asks of you: ${instruction.trim()}`]
  const language = speechLanguage === '' ? [] : [`Always answer in the language with the tag ${speechLanguage}.`]
  return [own, ...instructions, ...language].join('\n\n')
}

/**
 * The tools of the runner as a Live session declares them: a question to the user may take minutes, so none of them blocks.
 * Tools whose every call would be denied are hidden from the model.
 */
function liveTools(tools: Pick<ToolRunner, 'declarations'>, hidden: ReadonlySet<string>): readonly LiveTool[] {
  return tools
    .declarations('json-schema')
    .filter(({ name }) => !hidden.has(name))
    .flatMap((declaration) =>
      'parametersJsonSchema' in declaration
        ? [{ name: declaration.name, description: declaration.description, parameters: declaration.parametersJsonSchema, blocking: false }]
        : [],
    )
}

/** The session events of a conversation, and the context for a new session. */
export type SessionEvents = Pick<LiveSessionOptions, 'onFrame' | 'onMalformed' | 'onState'> &
  Required<Pick<LiveSessionOptions, 'onRepeat' | 'history' | 'lastUserText'>> & {
    /** The other model is active from now on: the previous one's answer is over. */
    onSwitch(): void
    readonly onTextChunk: TextSessionOptions['onChunk']
    readonly onTextCounts: NonNullable<TextSessionOptions['onCounts']>
    readonly onTextEnd: TextSessionOptions['onEnd']
    textHistory(): Pick<ReturnType<TextSessionOptions['history']>, 'messages' | 'contentsOf'>
  }

/** The connection of one conversation to its model: Gemini with the current key, or the recording that replaces it. */
export interface ModelConnection {
  createSession(events: SessionEvents): SwitchedSession
  /** Who answers typed text when no pictures are requested. */
  replyModality(): ReplyModality
  /** Whether typed text is answered with pictures; null if no image model is reachable. */
  pictures(): boolean | null
  /** The model last asked for a written answer; null before the first. */
  writtenBy(): string | null
  /** Whether the model of this session continues while a call of the tool is open. */
  isNonBlocking(session: LiveSession, toolName: string): boolean
  /** Whether Gemini would now be given different tools than it was. Recordings are given none. */
  toolsDiffer(): boolean
}

type ConnectionContext = Pick<
  ConversationRegistryOptions,
  'connector' | 'textConnector' | 'clock' | 'random' | 'log' | 'credentials' | 'settings' | 'policy' | 'store' | 'notices' | 'sourceNames'
> & { readonly tools: Pick<ToolRunner, 'declarations'>; readonly diagnostics: Pick<ConversationDiagnostics, 'tap'> }

/** Who answers typed text. */
type TypedAnswers = Pick<ModelConnection, 'replyModality' | 'pictures'>

function createTypedAnswers(
  conversationId: string,
  standIn: StandIn | null,
  { credentials, store, settings }: ConnectionContext,
  wantsPictures: () => boolean,
): TypedAnswers {
  return {
    replyModality() {
      if (!credentials.present()) return standIn?.isWritten() === true ? 'text' : 'voice'
      if (credentials.key() === null) return 'voice'
      return store.conversations.get(conversationId)?.replyModality ?? settings().replyModality
    },
    // image models are reachable neither in a recording nor with a token
    pictures: () => (credentials.present() && credentials.key() !== null ? wantsPictures() : null),
  }
}

/** What a session with the Live model is opened with, as of now. */
interface LiveSetups {
  setup(): Promise<LiveSetup>
  /** The context for a changed source; a recording already contains its own. */
  changedContext(): LiveContext | null
  /** As in `ModelConnection`. */
  toolsDiffer(): boolean
}

function createLiveSetups(
  standIn: StandIn | null,
  connectionContext: ConnectionContext,
  declaredTools: () => readonly LiveTool[],
): LiveSetups {
  /** tools declared to the latest connection; null without one to Gemini */
  let declared: readonly string[] | null = null

  function contextNow(): LiveContext {
    const settings = connectionContext.settings()
    return {
      choices: sessionChoicesSchema.parse(settings),
      systemInstruction: instructionOf(settings),
      tools: declaredTools(),
      googleSearch: settings.googleSearch,
    }
  }

  return {
    changedContext() {
      if (!connectionContext.credentials.present()) return null
      const context = contextNow()
      declared = namesOf(context.tools)
      return context
    },
    async setup() {
      const settings = connectionContext.settings()
      const { model } = settings
      const common = { ...contextNow(), names: connectionContext.sourceNames() }
      declared = null
      if (connectionContext.credentials.present()) {
        declared = namesOf(common.tools)
        const address = readServiceAddress(settings.serviceAddress)
        return {
          ...common,
          apiKey: await connectionContext.credentials.next(),
          baseUrl: address.ok ? address.value.url : null,
          model,
          described: settings.liveModels,
        }
      }
      if (standIn === null) throw new LiveSetupError('key-missing', 'there is no key and no recording to play')
      return { ...common, apiKey: 'replay', baseUrl: await standIn.baseUrl(), model: standIn.spoken().model }
    },
    toolsDiffer: () => declared !== null && declared.join() !== namesOf(declaredTools()).join(),
  }
}

/** What a request to a text model is made with, as of now. */
interface TextSetups {
  setup(): Promise<TextSetup>
  /** As in `ModelConnection`. */
  writtenBy(): string | null
}

function createTextSetups(
  conversationId: string,
  standIn: StandIn | null,
  connectionContext: ConnectionContext,
  declaredTools: () => readonly LiveTool[],
  pictures: () => boolean | null,
): TextSetups {
  let writtenBy: string | null = null
  return {
    writtenBy: () => writtenBy,
    async setup() {
      const settings = connectionContext.settings()
      const { thinking, googleSearch, codeExecution } = settings
      const withPictures = pictures() === true
      const store = settings.storeAtGoogle && connectionContext.store.conversations.get(conversationId)?.isPrivate !== true
      const common = {
        systemInstruction: instructionOf(settings),
        // the page says next to the message field that there are no tools with pictures
        // only a Live model sees what it asks to be shown
        tools: withPictures ? [] : declaredTools().filter(({ name }) => name !== look.name),
        ...{ thinking, googleSearch, codeExecution, store, pictures: withPictures },
      }
      if (connectionContext.credentials.present()) {
        const address = readServiceAddress(settings.serviceAddress)
        const model = withPictures ? settings.imageModel : settings.textModel
        writtenBy = model
        return { ...common, apiKey: connectionContext.credentials.key(), baseUrl: address.ok ? address.value.url : null, model }
      }
      if (standIn === null) throw new LiveSetupError('key-missing', 'there is no key and no recording to play')
      writtenBy = standIn.fixture().model
      return { ...common, store: false, apiKey: 'replay', baseUrl: await standIn.baseUrl(), model: writtenBy }
    },
  }
}

/** Creates the function that returns the tools to declare to the model; the user is informed of those that can't be. */
function createDeclaredTools(
  conversationId: string,
  connectionContext: ConnectionContext,
  toolNotices: ReturnType<typeof createToolNotices>,
): () => readonly LiveTool[] {
  return () => {
    const tools = connectionContext.settings().modelTools
      ? liveTools(connectionContext.tools, connectionContext.policy.hiddenTools(conversationId))
      : []
    const { declared, setAside } = declareFunctions(tools)
    toolNotices.setAside(setAside)
    const names = new Set(declared.map(({ name }) => name))
    return setAside.length === 0 ? tools : tools.filter(({ name }) => names.delete(name))
  }
}

/** Creates the connection; key, model, voice and tools are looked up anew for every session. `wantsPictures`: the user asks for them. */
export function createModelConnection(
  conversationId: string,
  standIn: StandIn | null,
  connectionContext: ConnectionContext,
  wantsPictures: () => boolean = () => false,
): ModelConnection {
  const toolNotices = createToolNotices(conversationId, connectionContext.notices)
  const declaredTools = createDeclaredTools(conversationId, connectionContext, toolNotices)
  const { replyModality, pictures } = createTypedAnswers(conversationId, standIn, connectionContext, wantsPictures)
  const live = createLiveSetups(standIn, connectionContext, declaredTools)
  const text = createTextSetups(conversationId, standIn, connectionContext, declaredTools, pictures)

  const handles = connectionContext.store.sessionHandles
  const fileOf = filesFor(connectionContext.store.attachments, conversationId)
  const tap = connectionContext.diagnostics.tap(conversationId)

  /** Handles of recordings are not stored: their server ends with the app. */
  function keepHandle(handle: ResumptionHandle | null): void {
    if (handle === null) handles.remove(conversationId)
    else if (connectionContext.credentials.present()) handles.save(conversationId, handle)
  }

  const common = {
    clock: connectionContext.clock,
    random: connectionContext.random,
  }

  return {
    replyModality,
    pictures,
    writtenBy: text.writtenBy,
    createSession: (events) =>
      createModelSwitch({
        events,
        replyModality: () => (pictures() === true ? 'text' : replyModality()),
        makeLive(liveEvents, fresh) {
          if (fresh) handles.remove(conversationId)
          return createLiveSession({
            ...common,
            ...liveEvents,
            chosen: fresh,
            handle: fresh ? null : handles.get(conversationId),
            onHandle: keepHandle,
            fileOf,
            connector: tap.live(connectionContext.connector),
            onToolsOff: toolNotices.toolsOff,
            onFrameFault: (detail) => connectionContext.log.error('frame fault', { detail }),
            setup: live.setup,
            context: live.changedContext,
          })
        },
        makeText: (textEvents) =>
          createTextSession({
            ...common,
            ...textEvents,
            history: () => ({ ...textEvents.history(), editedInputOf: (id) => editedInputOf(connectionContext.store.approvals, id) }),
            fileOf,
            connector: tap.text(connectionContext.textConnector),
            onFault: (detail) => connectionContext.log.error('chunk fault', { detail }),
            onToolsOff: toolNotices.toolsOff,
            setup: text.setup,
          }),
      }),
    toolsDiffer: live.toolsDiffer,
    isNonBlocking(session, toolName) {
      const capabilities = session.capabilities()
      return capabilities !== null && nonBlockingTools(declaredTools(), capabilities).includes(toolName)
    },
  }
}

function namesOf(tools: readonly LiveTool[]): readonly string[] {
  return tools.map(({ name }) => name)
}
