import type { FaultSummary } from '../../shared/ipc/replay-calls'
import { type Result, success } from '../../shared/lib/result'
import type { AppStore } from './store'

/** What the user can do with recordings that stand in for Gemini. */
export interface ReplayActions {
  /** This recording answers from now on; its first words stand in the composer. */
  chooseReplay(conversationId: string, fixtureId: string, prompt: string): Promise<void>
  /** Shows the recordings that there are. */
  showDemos(): void
  /** Plays a recording, its user too, in a conversation of its own; its questions are the user's. Null, or why it does not play. */
  playDemo(fixtureId: string): Promise<string | null>
  /** The ways in which a recording can be made to misbehave. */
  faults(): Promise<Result<readonly FaultSummary[]>>
  /** Begins the recording of a conversation again, with this fault; null: without. */
  misbehave(conversationId: string, fault: string | null): Promise<Result<unknown>>
}

interface Composer {
  setDraft(conversationId: string, text: string): void
  setSendFailure(conversationId: string, reason: string | null): void
}

/** Binds them to one store. */
export function createReplayActions(store: AppStore, { setDraft, setSendFailure }: Composer): ReplayActions {
  const { api, client } = store
  return {
    async chooseReplay(conversationId, fixtureId, prompt) {
      const reply = await client.call('replay.choose', { conversationId, fixtureId })
      if (reply.ok) setDraft(conversationId, prompt)
      else setSendFailure(conversationId, reply.error.message)
    },
    showDemos: () => api.setState({ view: { name: 'demos' }, drawerOpen: false, questionsOpen: false }),
    async playDemo(fixtureId) {
      await store.create()
      const conversationId = api.getState().currentConversationId
      if (conversationId === null) return null
      const chosen = await client.call('replay.choose', { conversationId, fixtureId })
      if (!chosen.ok) return chosen.error.message
      const played = await client.call('replay.watch', { conversationId, answers: 'user', fromTurn: 0 })
      if (!played.ok) return played.error.message
      api.setState({ view: { name: 'thread' } })
      return null
    },
    async faults() {
      const reply = await client.call('replay.faults', null)
      return reply.ok ? success(reply.value.faults) : reply
    },
    misbehave: (conversationId, fault) => client.call('replay.misbehave', { conversationId, fault }),
  }
}
