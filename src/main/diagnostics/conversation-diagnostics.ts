import type { ConversationDiagnostics } from '../conversations/conversation-diagnostics'
import type { ConversionTrace } from './inspector/conversion-trace'
import type { FlightRecorder } from './recording/flight-recorder'
import { recordUserActions } from './recording/record-user-actions'
import { createWireTap } from './recording/wire-tap'

/** Records conversations in the flight recorder, and their converter input in the inspector's trace. */
export function createConversationDiagnostics(
  flight: Pick<FlightRecorder, 'add'>,
  trace: Pick<ConversionTrace, 'converter' | 'hearing' | 'mark'>,
): ConversationDiagnostics {
  return {
    tap: (conversationId) => createWireTap(conversationId, flight),
    converter: trace.converter,
    sessionEvents: trace.hearing,
    userActions: (conversation) => recordUserActions(flight, conversation),
    mark: trace.mark,
  }
}
