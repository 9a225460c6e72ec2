import type { Approval } from '../../shared/approvals/approval'
import type { EventName } from '../../shared/ipc/contract'
import type { ConversationStatus, TalkState } from '../../shared/ipc/schemas'
import type { SightView } from '../../shared/sight/sight-calls'
import type { Seen } from '../../shared/sight/sight-source'
import { type ShownState, shownState } from '../../shared/talk/shown-state'
import type { EventBus } from '../lib/event-bus'

/** What Parley does now, for everything that shows it outside the main window. */
export interface Presence {
  readonly state: ShownState
  /** of the conversation in the main window; undefined before there is one */
  readonly status: ConversationStatus | undefined
  readonly talk: TalkState
  /** open approvals of all conversations, the one that expires first at the head */
  readonly questions: readonly Approval[]
  /** how many questions of servers are open */
  readonly elicitations: number
  /** what Gemini sees; null: nothing */
  readonly sight: Seen | null
}

/** Dependencies of the presence. */
export interface PresenceOptions {
  readonly eventBus: EventBus
  readonly registry: { currentId(): string | null; statuses(): readonly ConversationStatus[] }
  readonly queue: { open(): readonly Approval[] }
  readonly elicitations: { open(): readonly unknown[] }
  readonly talk: { state(): TalkState }
  readonly sight: { view(): SightView }
}

/** The events after which it may differ. */
const shown: readonly EventName[] = [
  'conversation.status',
  'conversation.list',
  'talk.state',
  'approval.changed',
  'elicitations.changed',
  'settings.changed',
  'hotkey.state',
  'sight.state',
]

/** Computes it on demand. */
export function readPresence({ registry, queue, elicitations, talk, sight }: Omit<PresenceOptions, 'eventBus'>): Presence {
  const currentId = registry.currentId()
  const status = registry.statuses().find(({ conversationId }) => conversationId === currentId)
  const open = { questions: queue.open(), elicitations: elicitations.open().length }
  const view = sight.view()
  return { state: shownState(status, talk.state()), status, talk: talk.state(), ...open, sight: seenIn(view, registry.statuses()) }
}

/** What is seen may be in another conversation than the current one. */
function seenIn(view: SightView, statuses: readonly ConversationStatus[]): Seen | null {
  if (view.phase !== 'on') return null
  const status = statuses.find(({ conversationId }) => conversationId === view.conversationId)
  return { kind: view.source.kind, isDemo: status !== undefined && status.replay !== null }
}

/** Calls `changed` after the page got an event that concerns it, once for all that came together; what it throws is reported. */
export function followPresence(eventBus: Pick<EventBus, 'listenTo'>, changed: () => void, report: (error: unknown) => void): void {
  let due = false
  eventBus.listenTo(shown, () => {
    if (due) return
    due = true
    queueMicrotask(() => {
      due = false
      try {
        changed()
      } catch (error) {
        report(error)
      }
    })
  })
}
