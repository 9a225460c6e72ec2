import { basename } from 'node:path'
import type { Fixture } from '../../shared/fixtures/fixture'
import type { MendedConversation } from '../../shared/fixtures/import/mend-chunks'
import type { Notice } from '../../shared/ipc/schemas'
import type { NewId } from '../../shared/lib/ids'
import { type Result, success, textOf } from '../../shared/lib/result'
import type { DisplayText } from '../../shared/messages/message'
import type { UIMessage } from '../../shared/protocol/ui-message'
import type { ConversationRegistry } from '../conversations/conversation-registry-types'
import type { NoticeService } from '../lib/notices'
import type { Store } from '../storage/database/store'
import { importConversation } from './import-conversation'
import type { ReplayControls } from './replay-service'

/** Dependencies of the service. */
export interface RecordingServiceOptions {
  readonly registry: Pick<ConversationRegistry, 'create' | 'announce'>
  readonly replays: Pick<ReplayControls, 'choose'>
  readonly store: Pick<Store, 'conversations' | 'messages'>
  /** Recordings that can be chosen: what is opened joins them. */
  readonly fixtures: Fixture[]
  /** Those of them that were opened from files. */
  readonly fromFiles: Set<Fixture>
  readonly notices: Pick<NoticeService, 'show'>
  readonly newId: NewId
  showNotice(kind: Notice['kind'], detail: DisplayText): void
  /** What was opened from a place of the user's own is offered for a report. */
  remember(path: string): void
}

/** Takes in what the user opens, wherever it comes from. */
export interface RecordingService {
  /** Opens a file: a recording answers in this conversation from now on, a log of chunks becomes a conversation of its own. */
  open(path: string, conversationId: string): Promise<Result<null>>
  /** Opens a file in a conversation of its own; a recording waits there until the user wants to watch it. */
  show(path: string): Promise<Result<null>>
  /** The same for a file that the system hands over: a problem is shown as a notice. */
  showOrExplain(path: string): Promise<void>
}

export function createRecordingService({
  registry,
  replays,
  store,
  fixtures,
  fromFiles,
  notices,
  newId,
  showNotice,
  remember,
}: RecordingServiceOptions): RecordingService {
  function add(fixture: Fixture): void {
    fromFiles.add(fixture)
    const at = fixtures.findIndex(({ fixtureId }) => fixtureId === fixture.fixtureId)
    fixtures.splice(at < 0 ? fixtures.length : at, at < 0 ? 0 : 1, fixture)
  }

  /** Chunks say what came out, not what went over the wire: they are kept as the conversation that they tell. */
  function keep({ messages, mended }: MendedConversation, path: string): void {
    const { conversationId } = registry.create()
    const turnId = newId('turn')
    for (const message of messages) store.messages.save(conversationId, turnId, ownIds(message, conversationId, newId('message')))
    store.conversations.rename(conversationId, basename(path).replace(/\.jsonl?$/, ''))
    registry.announce([conversationId])
    if (mended.length > 0) showNotice('recording-mended', `${basename(path)}: ${mended.join('; ')}`)
  }

  async function opened(path: string, play: (fixture: Fixture) => Promise<void>): Promise<Result<null>> {
    const imported = await importConversation(path)
    if (!imported.ok) return imported
    if (imported.value.kind === 'chunks') keep(imported.value, path)
    else {
      add(imported.value.fixture)
      await play(imported.value.fixture)
    }
    return success(null)
  }

  const show = (path: string): Promise<Result<null>> =>
    opened(path, async ({ fixtureId }) => {
      const { conversationId } = registry.create()
      await replays.choose(conversationId, fixtureId)
      notices.show({ conversationId, kind: 'recording-opened', cause: null, detail: '' })
    })

  return {
    async open(path, conversationId) {
      const done = await opened(path, ({ fixtureId }) => replays.choose(conversationId, fixtureId))
      if (done.ok) remember(path)
      return done
    },
    show,
    async showOrExplain(path) {
      const shown = await show(path)
      if (shown.ok) remember(path)
      else showNotice('fixture-invalid', textOf(shown.error))
    },
  }
}

/** Ids that only count would be those of another file, too. */
function ownIds(message: UIMessage, conversationId: string, id: string): UIMessage {
  const parts = message.parts.map((part) => ('toolCallId' in part ? { ...part, toolCallId: `${conversationId}-${part.toolCallId}` } : part))
  return { ...message, id, parts }
}
