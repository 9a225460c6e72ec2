import type { Fixture } from '../../shared/fixtures/fixture'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { look as lookDefinition } from '../../shared/tools/look'
import { createConversationRegistry } from '../conversations/conversation-registry'
import type { ConversationRegistry } from '../conversations/conversation-registry-types'
import { openSpeechFiles, type SpeechFiles } from '../conversations/unanswered-speech/speech-files'
import { createConversationDiagnostics } from '../diagnostics/conversation-diagnostics'
import type { InspectorModule } from '../diagnostics/inspector/inspector-module'
import { createGenaiConnector } from '../models/live/genai-connector'
import type { LiveConnector } from '../models/live/live-connector'
import { createGenaiTextConnector } from '../models/text/genai-text-connector'
import { createReplayControls, createReplayService, type ReplayControls } from '../replay/replay-service'
import type { Replays } from '../tool-calls/recorded-calls'
import type { LookRequests } from '../tool-calls/tools/look'
import type { StartOptions } from './compose-app'
import type { ComposedTools } from './compose-tools'
import type { Foundation } from './open-foundation'

/** The conversations, and what opens their connections. */
export interface ComposedConversations {
  readonly registry: ConversationRegistry
  readonly replays: ReplayControls
  /** What the recordings that answer say about calls. */
  readonly recordedCalls: Replays
  readonly connector: LiveConnector
  readonly speechFiles: SpeechFiles
}

/** What the conversations take beside the foundation and the tools. */
export interface ComposeConversationsOptions extends Pick<InspectorModule, 'flight' | 'trace'> {
  readonly options: Pick<StartOptions, 'replayAnswers' | 'replayFaults' | 'replaySpeed'>
  readonly clock: Clock
  readonly newId: NewId
  readonly userDataFolder: string
  /** Recordings that can stand in for Gemini. */
  readonly fixtures: readonly Fixture[]
  /** Those of them that are from files of somebody else. */
  readonly fromFiles: ReadonlySet<Fixture>
}

/** Composes the conversations; none is open. */
export function composeConversations(
  { log, emit, notices, settings, store, credentials }: Foundation,
  { bridge, data, gate, look, toolServers }: ComposedTools,
  { options, clock, newId, userDataFolder, fixtures, fromFiles, flight, trace }: ComposeConversationsOptions,
): ComposedConversations {
  const { queue } = gate
  const replayOptions = {
    ...{ clock, events: flight, queue, emit, notices, credentials, fixtures },
    fromFile: (fixture: Fixture) => fromFiles.has(fixture),
    answers: options.replayAnswers ?? null,
    isOutside: store.gatewayThreads.has,
    faults: options.replayFaults ?? [],
    speed: () => options.replaySpeed ?? settings.current().replaySpeed,
  }
  const replays = createReplayService(replayOptions)
  const speechFiles = openSpeechFiles({ userDataFolder, isPrivate: store.privately.has, log })
  const connector = createGenaiConnector(clock)
  const registry = createConversationRegistry({
    ...{ store, speechFiles, queue, connector, clock, newId, emit, notices, credentials, log },
    diagnostics: createConversationDiagnostics(flight, trace),
    standIn: replays.createStandIn,
    policy: {
      hiddenTools: (id) =>
        withUndeclared(withoutLook(gate.policy.hiddenTools(id), look), (hidden) => toolServers.undeclared(id ?? '', hidden)),
    },
    judge: gate.judge,
    summaries: gate.summaries,
    tools: gate.runner,
    textConnector: createGenaiTextConnector(clock),
    settings: settings.current,
    sourceNames: () => data.service.sources.list().map(({ name }) => name),
    random: Math.random,
    outside: bridge.thread,
  })
  return { registry, replays: createReplayControls(replays, registry, replayOptions), recordedCalls: replays, connector, speechFiles }
}

/** Where nothing can be shown, the model can't ask for it. */
function withoutLook(hidden: ReadonlySet<string>, { isPossible }: LookRequests): ReadonlySet<string> {
  return isPossible() ? hidden : new Set([...hidden, lookDefinition.name])
}

function withUndeclared(
  hidden: ReadonlySet<string>,
  undeclared: (hidden: ReadonlySet<string>) => ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set([...hidden, ...undeclared(hidden)])
}
