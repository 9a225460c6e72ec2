import { type SessionChoices, sessionChoicesSchema } from '../../shared/ipc/session-choices'
import type { ReplyModality } from '../../shared/ipc/text-choices'
import { readServiceAddress } from '../../shared/text/service-address'
import { declareFunctions } from '../../shared/tools/declare-functions'
import { createLiveSession, type LiveSession, type LiveSessionOptions } from '../models/live/live-session'
import { type LiveContext, type LiveSetup, LiveSetupError, type LiveTool } from '../models/live/live-setup'
import type { ResumptionHandle } from '../models/live/session-state'
import { nonBlockingTools } from '../models/live/tool-behavior'
import type { TextSetup } from '../models/text/text-request'
import { createTextSession, type TextSessionOptions } from '../models/text/text-session'
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
  const wishes = instruction.trim() === '' ? [] : [`The user asks of you: ${instruction.trim()}`]
  const language = speechLanguage === '' ? [] : [`Always answer in the language with the tag ${speechLanguage}.`]
  return [own, ...wishes, ...language].join('\n\n')
}

/**
 * The tools of the runner as a Live session declares them: a question to the user may take minutes, so none of them blocks.
 * The model is not told of tools whose every call would be denied.
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
    readonly onTextEnd: TextSessionOptions['onEnd']
    textHistory(): Pick<ReturnType<TextSessionOptions['history']>, 'messages' | 'contentsOf'>
  }

/** The connection of one conversation to its model: Gemini with the current key, or the recording that replaces it. */
export interface ModelConnection {
  createSession(events: SessionEvents): SwitchedSession
  /** Who answers typed text when no pictures are requested. */
  typedWords(): ReplyModality
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

/** Makes the line; key, model, voice and tools are looked up anew for every connection. `wantsPictures`: the user asks for them. */
export function createModelConnection(
  conversationId: string,
  standIn: StandIn | null,
  parts: ConnectionContext,
  wantsPictures: () => boolean = () => false,
): ModelConnection {
  /** tools declared to the latest connection; null without one to Gemini */
  let told: readonly string[] | null = null
  let writtenBy: string | null = null

  const toolNotices = createToolNotices(conversationId, parts.notices)

  /** The tools to declare to the model. */
  function declaredTools(): readonly LiveTool[] {
    const tools = parts.settings().modelTools ? liveTools(parts.tools, parts.policy.hiddenTools(conversationId)) : []
    const { declared, setAside } = declareFunctions(tools)
    toolNotices.setAside(setAside)
    const names = new Set(declared.map(({ name }) => name))
    return setAside.length === 0 ? tools : tools.filter(({ name }) => names.delete(name))
  }

  function contextNow(): LiveContext {
    const settings = parts.settings()
    return {
      choices: sessionChoicesSchema.parse(settings),
      systemInstruction: instructionOf(settings),
      tools: declaredTools(),
      googleSearch: settings.googleSearch,
    }
  }

  /** The context for a changed source; a recording already contains its own. */
  function changedContext(): LiveContext | null {
    if (!parts.credentials.present()) return null
    const context = contextNow()
    told = namesOf(context.tools)
    return context
  }

  async function setup(): Promise<LiveSetup> {
    const settings = parts.settings()
    const { model } = settings
    const common = { ...contextNow(), names: parts.sourceNames() }
    told = null
    if (parts.credentials.present()) {
      told = namesOf(common.tools)
      const address = readServiceAddress(settings.serviceAddress)
      return {
        ...common,
        apiKey: await parts.credentials.next(),
        baseUrl: address.ok ? address.value.url : null,
        model,
        described: settings.liveModels,
      }
    }
    if (standIn === null) throw new LiveSetupError('key-missing', 'there is no key and no recording to play')
    return { ...common, apiKey: 'replay', baseUrl: await standIn.baseUrl(), model: standIn.spoken().model }
  }

  function typedWords(): ReplyModality {
    if (!parts.credentials.present()) return standIn?.isWritten() === true ? 'text' : 'voice'
    if (parts.credentials.key() === null) return 'voice'
    return parts.store.conversations.get(conversationId)?.typedWords ?? parts.settings().typedWords
  }

  /** Image models are reachable neither in a recording nor with a token. */
  const pictures = (): boolean | null => (parts.credentials.present() && parts.credentials.key() !== null ? wantsPictures() : null)

  async function textSetup(): Promise<TextSetup> {
    const settings = parts.settings()
    const { thinking, googleSearch, codeExecution } = settings
    const withPictures = pictures() === true
    const store = settings.storeAtGoogle && parts.store.conversations.get(conversationId)?.isPrivate !== true
    const common = {
      systemInstruction: instructionOf(settings),
      // the page says next to the message field that there are no tools with pictures
      tools: withPictures ? [] : declaredTools(),
      ...{ thinking, googleSearch, codeExecution, store, pictures: withPictures },
    }
    if (parts.credentials.present()) {
      const address = readServiceAddress(settings.serviceAddress)
      const model = withPictures ? settings.imageModel : settings.textModel
      writtenBy = model
      return { ...common, apiKey: parts.credentials.key(), baseUrl: address.ok ? address.value.url : null, model }
    }
    if (standIn === null) throw new LiveSetupError('key-missing', 'there is no key and no recording to play')
    writtenBy = standIn.fixture().model
    return { ...common, store: false, apiKey: 'replay', baseUrl: await standIn.baseUrl(), model: writtenBy }
  }

  const handles = parts.store.sessionHandles
  const fileOf = filesFor(parts.store.attachments, conversationId)
  const tap = parts.diagnostics.tap(conversationId)

  /** Handles of recordings are not stored: their server ends with the app. */
  function keepHandle(handle: ResumptionHandle | null): void {
    if (handle === null) handles.remove(conversationId)
    else if (parts.credentials.present()) handles.save(conversationId, handle)
  }

  const common = {
    clock: parts.clock,
    random: parts.random,
  }

  return {
    typedWords,
    pictures,
    writtenBy: () => writtenBy,
    createSession: (events) =>
      createModelSwitch({
        events,
        typedWords: () => (pictures() === true ? 'text' : typedWords()),
        makeLive(liveEvents, fresh) {
          if (fresh) handles.remove(conversationId)
          return createLiveSession({
            ...common,
            ...liveEvents,
            chosen: fresh,
            handle: fresh ? null : handles.get(conversationId),
            onHandle: keepHandle,
            fileOf,
            connector: tap.live(parts.connector),
            onToolsOff: toolNotices.toolsOff,
            onFrameFault: (detail) => parts.log.error('frame fault', { detail }),
            setup,
            context: changedContext,
          })
        },
        makeText: (textEvents) =>
          createTextSession({
            ...common,
            ...textEvents,
            history: () => ({ ...textEvents.history(), editedInputOf: (id) => editedInputOf(parts.store.approvals, id) }),
            fileOf,
            connector: tap.text(parts.textConnector),
            onFault: (detail) => parts.log.error('chunk fault', { detail }),
            onToolsOff: toolNotices.toolsOff,
            setup: textSetup,
          }),
      }),
    toolsDiffer: () => told !== null && told.join() !== namesOf(declaredTools()).join(),
    isNonBlocking(session, toolName) {
      const capabilities = session.capabilities()
      return capabilities !== null && nonBlockingTools(declaredTools(), capabilities).includes(toolName)
    },
  }
}

function namesOf(tools: readonly LiveTool[]): readonly string[] {
  return tools.map(({ name }) => name)
}
