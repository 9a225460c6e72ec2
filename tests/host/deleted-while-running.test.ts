import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/main/storage/database/open-store'
import type { ApprovalState } from '../../src/shared/approvals/approval'
import { startInProcess } from '../support/app-in-process'
import { createFakeClock } from '../support/fake-clock'
import { openApproval } from '../support/open-approval'
import { tempFolder } from '../support/temp-folder'

/** A folder as a kill leaves it: a call was in this state in a conversation that the user had just deleted. */
function killedFolder(state: ApprovalState): string {
  const folder = tempFolder()
  const opened = openStore(folder, { clock: createFakeClock(), unreadable: () => undefined })
  if (!opened.ok) throw new Error(opened.error.message)
  const { store } = opened.value
  store.conversations.create('conversation-1', 'Deleted')
  store.conversations.create('conversation-2', 'Stays')
  const expiresAt = state === 'requested' ? 0 : Date.now() + 60_000
  const approval = openApproval({ conversationId: 'conversation-1', state, expiresAt })
  store.approvals.insert(approval)
  if (state === 'executing') store.executions.begin({ ...approval, startedAt: 1 })
  store.conversations.markDeleted('conversation-1')
  store.close()
  return folder
}

it.each(['requested', 'approved', 'executing'] as const)(
  'a call that was %s in a deleted conversation does not keep the app from starting',
  async (state) => {
    const troubles: string[] = []
    const app = await startInProcess({ fixtures: [], userDataFolder: killedFolder(state), onTrouble: (event) => void troubles.push(event) })
    onTestFinished(() => app.remove())
    const { approvals, conversations } = await app.call('app.bootstrap', null)
    expect({ approvals, titles: conversations.map(({ title }) => title), troubles }).toEqual({
      approvals: [],
      titles: ['Stays'],
      troubles: [],
    })
  },
)
