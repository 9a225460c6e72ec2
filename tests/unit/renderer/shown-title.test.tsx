// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { ConversationRow } from '../../../src/renderer/app/conversation-row'
import { Header } from '../../../src/renderer/app/header'
import { RemovedToasts } from '../../../src/renderer/app/removed-toasts'
import { ApprovalsPanel } from '../../../src/renderer/approval/approvals-panel'
import { DraftFiles } from '../../../src/renderer/attachments/draft-files'
import { Marked } from '../../../src/renderer/palette/marked'
import { markTerms } from '../../../src/shared/history/marked-text'
import { makeDirectionVisible } from '../../../src/shared/text/make-visible'
import { conversationSummary } from '../../support/conversation-summary'
import { showDataPage } from '../../support/data-page'
import { paymentQuestion, replayStatus } from '../../support/ui-worlds'

const OVERRIDE = '\u202e'
const hostile = `Invoice ${OVERRIDE}gpj.exe`
const readable = 'Invoice ⟨U+202E⟩gpj.exe'
const summary = conversationSummary({ title: hostile, openApprovals: 1 })
const file = {
  attachmentId: 'attachment-1',
  fileName: hostile,
  mediaType: 'application/pdf',
  bytes: 4,
  width: null,
  height: null,
} as const

it.each<readonly [string, ReactNode]>([
  ['the list', <ConversationRow key="row" conversation={summary} current={false} tabStop questions={0} />],
  ['the head of the window', <Header key="header" withWindowButtons={false} />],
  ['what is told of a deletion', <RemovedToasts key="toasts" />],
  ['the palette', <Marked key="marked" text={markTerms(hostile, ['gpj'])} />],
  ['the list of questions', <ApprovalsPanel key="questions" withWindowButtons={false} />],
  ['the files of a draft', <DraftFiles key="files" conversationId="conversation-0" />],
])('a title that would reverse text is made visible in %s', async (_, shown) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const page = await showDataPage(shown, {})
  const approval = paymentQuestion({ conversationId: 'conversation-1' })
  await act(async () =>
    page.store.api.setState({
      opening: { phase: 'ready' },
      currentConversationId: 'conversation-0',
      conversations: [summary, { ...summary, conversationId: 'conversation-1' }],
      statuses: { 'conversation-0': replayStatus({}) },
      removed: [{ conversationId: 'conversation-2', title: hostile, wasShown: false }],
      approvals: { [approval.approvalId]: approval },
      draftFiles: { 'conversation-0': [file] },
    }),
  )
  expect(page.place.textContent).toContain(readable)
  expect(page.place.innerHTML).not.toContain(OVERRIDE)
})

it('right-to-left text, and the joiners of emoji, are unchanged', () => {
  for (const title of ['مرحبا \u200fبالعالم', 'Family 👨‍👩‍👧 ❤️', 'ふつう']) expect(makeDirectionVisible(title)).toBe(title)
})
