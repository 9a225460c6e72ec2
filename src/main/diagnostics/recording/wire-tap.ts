import type { FixtureProtocol } from '../../../shared/fixtures/fixture'
import type { ConnectionTap } from '../../conversations/conversation-diagnostics'
import type { SocketTap } from '../../models/live/socket-tap'
import type { FlightRecorder } from './flight-recorder'

/** Creates the taps that connect the recorder to a conversation's connections. */
export function createWireTap(conversationId: string, recorder: Pick<FlightRecorder, 'add'>): ConnectionTap {
  let connections = 0

  function begin(protocol: FixtureProtocol): SocketTap {
    connections += 1
    const connection = connections
    recorder.add(conversationId, { kind: 'connecting', protocol, connection })
    return {
      sent: (text) => recorder.add(conversationId, { kind: 'frame', protocol, connection, direction: 'sent', text }),
      received: (text) => recorder.add(conversationId, { kind: 'frame', protocol, connection, direction: 'received', text }),
      closed: (end) => recorder.add(conversationId, { kind: 'closed', protocol, connection, ...end }),
    }
  }

  return {
    live: (connector) => ({ connect: (request, listener) => connector.connect({ ...request, tap: begin('gemini-live') }, listener) }),
    text: (connector) => ({
      upload: (address, file, signal) => connector.upload(address, file, signal),
      async *stream(address, request, signal) {
        const tap = begin('gemini-text')
        tap.sent(JSON.stringify(request))
        let error: string | null = null
        try {
          for await (const chunk of connector.stream(address, request, signal)) {
            tap.received(JSON.stringify(chunk))
            yield chunk
          }
        } catch (thrown) {
          // the text of the failure may repeat sent data: its kind is enough here
          error = thrown instanceof Error ? thrown.name : 'error'
          throw thrown
        } finally {
          tap.closed({ code: error === null ? 1000 : 1006, reason: '', error, byParley: signal.aborted })
        }
      },
    }),
  }
}
