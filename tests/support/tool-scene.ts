import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { systemClock } from '../../src/main/lib/system-clock'
import type { FixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { openStore } from '../../src/main/storage/database/open-store'
import type { AuditEntry } from '../../src/shared/audit/audit-entry'
import { type Client, createClient } from '../../src/shared/ipc/client'
import type { CallName, CallReply, CallRequest } from '../../src/shared/ipc/contract'
import { assertNever } from '../../src/shared/lib/assert-never'
import type { JsonObject } from '../../src/shared/lib/json'
import { z } from '../../src/shared/lib/zod'
import type { RunningApp } from './app'
import type { TalkKey } from './talk-key'

/** How the user makes a request. */
export type Way = 'typed' | 'spoken'
export const ways: readonly Way[] = ['typed', 'spoken']

/** The response to one call, as the model's server received it. */
export interface ToldResponse {
  readonly id: string
  readonly name: string
  readonly response: JsonObject
  readonly scheduling?: string | undefined
}

/** A part of a stored message that shows a call. */
export type ToolPart = z.infer<typeof toolPartSchema>

/** One conversation with one recording. */
export interface ToolScene {
  readonly page: Page
  readonly server: FixtureServer
  readonly conversationId: string
  /** Makes the request, by typing it or by holding the talk key if the recording contains the speech. */
  ask(way: Way, words?: string): Promise<void>
  /** The open cards that accept answers; waits until there are this many. */
  cards(count: number): Promise<Locator>
  /** Waits until Parley has said this. */
  hear(words: string): Promise<void>
  /** The model's function responses, in order. */
  told(): readonly ToldResponse[]
  /** The statuses in those responses, by the id of the call. */
  statuses(): Readonly<Record<string, readonly unknown[]>>
  /** Calls of the page to main, as the page makes them. */
  call<Name extends CallName>(name: Name, request: CallRequest<Name>): Promise<CallReply<Name>>
  /** The code with which main refuses such a call. */
  refusal<Name extends CallName>(name: Name, request: CallRequest<Name>): Promise<string>
  /** The calls in the stored thread, and the number of Parley's messages with calls. */
  thread(): Promise<{ readonly parts: readonly ToolPart[]; readonly answers: number }>
  /** What was paid in this conversation, in yen. */
  paid(): Promise<readonly number[]>
  /** The audit trail of this conversation's calls, oldest entry first, like `process_payment allowed by user`. */
  story(): Promise<readonly string[]>
  /** Stops the session; fails if it sent anything that the service would not have accepted. */
  end(): Promise<void>
}

const responseFrame = z.object({
  toolResponse: z.object({
    functionResponses: z.array(
      z.object({ id: z.string(), name: z.string(), response: z.record(z.string(), z.json()), scheduling: z.string().optional() }),
    ),
  }),
})

const toolPartSchema = z.object({
  type: z.literal('dynamic-tool'),
  toolName: z.string(),
  toolCallId: z.string(),
  state: z.string(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  errorText: z.string().optional(),
  approval: z.object({ id: z.string(), approved: z.boolean().optional(), reason: z.string().optional() }).optional(),
})

/** The parts of a scene; the app may be another one after a restart. */
export interface ToolSceneParts {
  app(): RunningApp
  /** another one after a restart with another recording */
  server(): FixtureServer
  talkKey(): Promise<TalkKey>
}

/** Opens an empty conversation. */
export async function openToolScene({ app, server, talkKey }: ToolSceneParts): Promise<ToolScene> {
  const client = clientOf(() => app().page)
  await app().page.getByRole('button', { name: 'New conversation', exact: true }).first().click()
  // an empty conversation is used again
  await expect.poll(() => currentTitle(client)).toBe('')
  const conversationId = await currentConversation(client)

  const must = async <Name extends CallName>(name: Name, request: CallRequest<Name>): Promise<CallReply<Name>> => {
    const reply = await client.call(name, request)
    if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
    return reply.value
  }
  const told = (): readonly ToldResponse[] =>
    server()
      .received()
      .flatMap(({ frame }) => responseFrame.safeParse(frame).data?.toolResponse.functionResponses ?? [])

  return {
    get page() {
      return app().page
    },
    get server() {
      return server()
    },
    conversationId,
    told,
    call: must,
    async ask(way, words = 'Please do what I ask of you.') {
      const { page } = app()
      if (way === 'typed') {
        const composer = page.getByRole('textbox', { name: 'Type a message' })
        await composer.fill(words)
        await composer.press('Enter')
        return
      }
      const key = await talkKey()
      const current = server()
      const before = current.receivedAudio().byteLength
      await key.down()
      // a third of a second: more than a recording needs for speech
      await current.waitFor(() => current.receivedAudio().byteLength - before > 10_600)
      await key.up()
    },
    async cards(count) {
      const cards = app().page.locator('[data-approval]:not([data-unarmed])')
      await expect.poll(() => cards.count(), { timeout: 60_000 }).toBe(count)
      return cards
    },
    hear: (words) => app().page.getByRole('article', { name: 'Parley' }).getByText(words).first().waitFor({ timeout: 60_000 }),
    statuses() {
      const statuses: Record<string, readonly unknown[]> = {}
      for (const { id, response } of told()) statuses[id] = [...(statuses[id] ?? []), response.status]
      return statuses
    },
    async refusal(name, request) {
      const reply = await client.call(name, request)
      return reply.ok ? 'accepted' : reply.error.code
    },
    async thread() {
      const { messages } = await must('conversation.open', { conversationId })
      const parts = messages.flatMap((message) => message.parts.flatMap((part) => toolPartSchema.safeParse(part).data ?? []))
      return { parts, answers: messages.filter(({ role }) => role === 'assistant').length }
    },
    async paid() {
      const { calls } = await must('conversation.open', { conversationId })
      const mine = new Set(calls.map(({ toolCallId }) => toolCallId))
      const opened = openStore(app().userDataFolder, { clock: systemClock, unreadable: () => undefined })
      if (!opened.ok) throw new Error(opened.error.message)
      const payments = opened.value.store.wallet.payments().filter(({ toolCallId }) => mine.has(toolCallId))
      opened.value.store.close()
      return payments.map(({ amountMinor }) => amountMinor)
    },
    async story() {
      const { entries, check } = await must('audit.list', { conversationId, limit: 500 })
      expect(check.brokenAt).toBeNull()
      return entries.toReversed().map(inWords)
    },
    async end() {
      await client.call('session.stop', { conversationId })
      expect(server().violations()).toEqual([])
    },
  }
}

function inWords({ subject, event }: AuditEntry): string {
  switch (event.kind) {
    case 'requested':
      return `${subject.toolName} requested`
    case 'decided':
      return `${subject.toolName} ${event.decision} by ${event.by?.kind ?? 'nobody'}`
    case 'executed':
      return `${subject.toolName} ${event.outcome}`
    case 'client':
      return `${event.name} ${event.what}`
    case 'sight':
      return `${event.source} ${event.what}`
    default:
      return assertNever(event, 'audit event')
  }
}

/** The contract's calls over the page's own channel. */
function clientOf(page: () => Page): Client {
  const transport = {
    call: (name: string, payload: unknown) =>
      page().evaluate(([callName, request]) => Reflect.get(window, 'parley').call(callName, request), [name, payload] as const),
    onEvent: () => () => undefined,
  }
  return createClient(transport, () => undefined)
}

async function currentConversation(client: Client): Promise<string> {
  return (await bootstrapOf(client)).currentConversationId ?? ''
}

/** Empty while the conversation is empty. */
async function currentTitle(client: Client): Promise<string | undefined> {
  const { conversations, currentConversationId } = await bootstrapOf(client)
  return conversations.find(({ conversationId }) => conversationId === currentConversationId)?.title
}

async function bootstrapOf(client: Client): Promise<CallReply<'app.bootstrap'>> {
  const reply = await client.call('app.bootstrap', null)
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.value
}
