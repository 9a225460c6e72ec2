import type { HistoryHit } from '../../src/shared/ipc/history-calls'
import { worldNow } from './ui-worlds'

const DAY = 86_400_000

/** The hits of a search for “osaka” in the worlds. */
export const osakaHits: readonly HistoryHit[] = [
  {
    conversationId: 'conversation-0',
    messageId: 'ask-1',
    title: [{ text: 'Late parcels this month', hit: false }],
    snippet: [
      { text: '…through the ', hit: false },
      { text: 'Osaka', hit: true },
      { text: ' hub, where the sorting belt stood still for the whole of Tuesday and half of Wednesday', hit: false },
    ],
    at: worldNow - 60_000,
    hasVoice: true,
    archived: false,
  },
  {
    conversationId: 'conversation-1',
    messageId: null,
    title: [
      { text: 'Tokyo to ', hit: false },
      { text: 'Osaka', hit: true },
      { text: ', two nights', hit: false },
    ],
    snippet: [],
    at: worldNow - 8 * DAY,
    hasVoice: false,
    archived: false,
  },
]
