import { PIECE_BYTES } from '../../shared/ipc/limits'
import type { FaultSummary } from '../../shared/ipc/replay-calls'
import { type Failure, type Result, success } from '../../shared/lib/result'
import type { AttachmentActions, SelectedFile } from './attachment-actions'
import type { AppStore } from './store'

/** The user's actions on recordings that replace Gemini. */
export interface ReplayActions {
  /** This recording answers from now on; its prompt becomes the draft. */
  chooseReplay(conversationId: string, fixtureId: string, prompt: string): Promise<void>
  /** Sends a sentence that the demo answers, in place of what is being said. The draft stays. */
  askDemo(conversationId: string, sentence: string): Promise<void>
  /** Shows the demos. */
  showDemos(): void
  /**
   * Plays a recording with its own user in a conversation of its own; the real user answers its approvals. Null, or why
   * it does not play.
   */
  playDemo(fixtureId: string): Promise<string | null>
  /** Plays the recording of the current conversation with its own user. */
  watchRecording(): Promise<void>
  /** Starts recording this conversation; null: ends it. */
  record(conversationId: string, since: number | null): void
  /** Takes dropped files: a recording is opened, with its sound file; all others go into the draft. */
  takeFiles(conversationId: string, files: readonly SelectedFile[]): Promise<void>
  /** The faults that a recording can simulate. */
  faults(): Promise<Result<readonly FaultSummary[]>>
  /** Restarts the recording of a conversation with this fault; null: without. */
  misbehave(conversationId: string, fault: string | null): Promise<Result<unknown>>
}

interface Composer extends Pick<AttachmentActions, 'attach' | 'refuseFile'> {
  setDraft(conversationId: string, text: string): void
}

/** Binds them to one store. */
export function createReplayActions(store: AppStore, { setDraft, refuseFile, attach }: Composer): ReplayActions {
  const { api, client } = store

  /** Null if the recording plays. */
  async function play(files: readonly SelectedFile[]): Promise<Failure | null> {
    const begun = await client.call('fixture.giveBegin', null)
    if (!begun.ok) return begun.error
    const { uploadId } = begun.value
    for (const { name, content } of files) {
      for (let from = 0; from < content.size; from += PIECE_BYTES) {
        const bytes = new Uint8Array(await content.slice(from, from + PIECE_BYTES).arrayBuffer())
        const taken = await client.call('fixture.givePiece', { uploadId, fileName: name.slice(-200), bytes })
        if (!taken.ok) return taken.error
      }
    }
    const finished = await client.call('fixture.giveEnd', { uploadId })
    return finished.ok ? null : finished.error
  }

  return {
    async chooseReplay(conversationId, fixtureId, prompt) {
      const reply = await client.call('replay.choose', { conversationId, fixtureId })
      if (reply.ok) setDraft(conversationId, prompt)
      else refuseFile(conversationId, reply.error.message)
    },
    async askDemo(conversationId, sentence) {
      if (api.getState().talk.phase !== 'idle') await client.call('talk.cancel', null)
      const reply = await client.call('text.send', { conversationId, text: sentence })
      refuseFile(conversationId, reply.ok ? null : reply.error.message)
    },
    showDemos: () => api.setState({ view: { name: 'demos' }, drawerOpen: false, questionsOpen: false }),
    async playDemo(fixtureId) {
      await store.create()
      const conversationId = api.getState().currentConversationId
      if (conversationId === null) return null
      const chosen = await client.call('replay.choose', { conversationId, fixtureId })
      if (!chosen.ok) return chosen.error.message
      const played = await client.call('replay.watch', { conversationId, on: true, fromTurn: 0 })
      if (!played.ok) return played.error.message
      api.setState({ view: { name: 'thread' } })
      return null
    },
    async watchRecording() {
      const { currentConversationId: conversationId } = api.getState()
      if (conversationId === null) return
      const played = await client.call('replay.watch', { conversationId, on: true, fromTurn: 0 })
      if (!played.ok) refuseFile(conversationId, played.error.message)
    },
    record: (conversationId, since) =>
      api.setState(({ recordingSince: { [conversationId]: _over, ...others } }) => ({
        recordingSince: since === null ? others : { ...others, [conversationId]: since },
      })),
    async takeFiles(conversationId, files) {
      const isRecording = files.some(({ name }) => /\.jsonl$/i.test(name))
      const refused = isRecording ? await play(files) : null
      // other JSON lines are ordinary files
      if (!isRecording || refused?.code === 'import-unknown') await attach(conversationId, files)
      else refuseFile(conversationId, refused?.message ?? null)
    },
    async faults() {
      const reply = await client.call('replay.faults', null)
      return reply.ok ? success(reply.value.faults) : reply
    },
    misbehave: (conversationId, fault) => client.call('replay.misbehave', { conversationId, fault }),
  }
}
