import type { Fixture } from '../../shared/fixtures/fixture'
import type { Settings } from '../../shared/ipc/schemas'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { ConversionTrace } from '../diagnostics/inspector/conversion-trace'
import type { FlightRecorder } from '../diagnostics/recording/flight-recorder'
import type { Logger } from '../lib/log/logger'
import type { NoticeBoard } from '../lib/notices'
import type { Credentials } from '../models/live/credentials'
import type { LiveConnector } from '../models/live/live-connector'
import type { TextConnector } from '../models/text/text-connector'
import type { FaultChoice } from '../replay/simulator/faults/fault-choice'
import type { Store } from '../storage/database/store'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue-types'
import type { CallSummaries } from '../tool-calls/call-summaries'
import type { CallJudge } from '../tool-calls/policy/policy-decision'
import type { PolicyBook } from '../tool-calls/policy/policy-store'
import type { ToolRunner } from '../tool-calls/tool-runner'
import type { OutsideEars } from './outside-ears'
import type { Emit } from './thread-writer'
import type { SpeechShelf } from './unanswered-speech/speech-files'

/** What the registry needs of the world. */
export interface ConversationRegistryOptions {
  readonly store: Store
  readonly judge: CallJudge
  readonly policy: Pick<PolicyBook, 'hiddenTools'>
  readonly summaries: CallSummaries
  readonly queue: ApprovalQueue
  readonly tools: ToolRunner
  readonly connector: LiveConnector
  readonly textConnector: TextConnector
  /** Keeps speech until it is answered. */
  readonly shelf: SpeechShelf
  /** Hears what goes over the wire. */
  readonly flight: Pick<FlightRecorder, 'add' | 'onEvent'>
  /** Keeps what the converters are told. */
  readonly trace: Pick<ConversionTrace, 'converter' | 'hearing' | 'mark'>
  readonly clock: Clock
  readonly newId: NewId
  readonly emit: Emit
  readonly notices: NoticeBoard
  /** Clients of the gateway that follow a conversation. */
  outside?(conversationId: string): OutsideEars
  /** Recordings that can stand in for Gemini; the first one is played where none was chosen. */
  readonly fixtures: readonly Fixture[]
  /** What goes wrong where recordings stand in. */
  readonly replayFaults: readonly FaultChoice[]
  readonly log: Logger
  settings(): Settings
  /** Names of the data that the user may ask about. */
  sourceNames(): readonly string[]
  readonly credentials: Credentials
  /** Recorded gaps are divided by this. */
  replaySpeed(): number
  random(): number
}
