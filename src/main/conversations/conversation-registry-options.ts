import type { Fixture } from '../../shared/fixtures/fixture'
import type { Settings } from '../../shared/ipc/schemas'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { ApprovalQueue } from '../approvals/approval-queue-types'
import type { FaultChoice } from '../fixtures/faults/fault-choice'
import type { ConversionTrace } from '../inspector/conversion-trace'
import type { Credentials } from '../live/credentials'
import type { LiveConnector } from '../live/live-connector'
import type { Logger } from '../log/logger'
import type { FlightRecorder } from '../recording/flight-recorder'
import type { CallJudge } from '../rules/call-judge'
import type { PolicyBook } from '../rules/policy-book'
import type { SpeechShelf } from '../speech/speech-shelf'
import type { Store } from '../store/store'
import type { TextConnector } from '../text/text-connector'
import type { ToolRunner } from '../tools/tool-runner'
import type { CallSummaries } from './call-summaries'
import type { NoticeBoard } from './notice-board'
import type { OutsideEars } from './outside-ears'
import type { Emit } from './thread-writer'

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
