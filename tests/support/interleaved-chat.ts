import { isDataUIPart, safeValidateUIMessages, type UIMessage } from 'ai'
import { canonicalJson } from '../../src/shared/lib/canonical-json'
import { toPlainJson } from '../../src/shared/lib/plain-json'
import { chatWith, documentedRule, settled } from './chat-hook'
import type { Choices } from './choices'
import {
  decideInWindow,
  type InterleavedClient,
  outputFor,
  type StoredCall,
  type StoredMessage,
  storedThread,
  type World,
} from './interleavings'

type Page = ReturnType<typeof chatWith>

/** A program with `useChat` that does anything in any order. */
export function interleavedChat(world: World, name: string): InterleavedClient {
  let requests = 0
  let fault: 'before' | 'after' | null = null
  let lastBody: string | null = null
  const send: typeof fetch = async (input, init) => {
    requests += 1
    const now = fault
    fault = null
    if (now === 'before') throw new TypeError('fetch failed')
    if (init?.method === 'POST') lastBody = String(init.body)
    const response = await fetch(input, init)
    if (now === null) return response
    await response.body?.cancel()
    throw new TypeError('fetch failed')
  }
  const open = (messages: readonly UIMessage[]): Page => {
    const page = chatWith(world.rig, name, world.rig.headers, documentedRule(), send)
    page.hook.current().setMessages(structuredClone([...messages]))
    return page
  }
  let page = open([])

  const chat = () => page.hook.current()
  const parts = (of = chat()) =>
    of.messages.flatMap((message) => message.parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part] : [])))
  const rest = () => page.hook.until(settled)

  async function answerOne(of: Page, pick: number, approved: boolean): Promise<void> {
    const asked = parts(of.hook.current()).flatMap((part) => (part.state === 'approval-requested' ? [part] : []))
    const part = asked[pick % Math.max(1, asked.length)]
    if (part !== undefined) await of.hook.current().addToolApprovalResponse({ id: part.approval.id, approved })
    await of.hook.until(settled)
  }

  async function hand(of: Page, onlyFirst: boolean): Promise<void> {
    for (const { state, toolName, toolCallId } of parts(of.hook.current())) {
      if (state !== 'input-available' || toolName === 'write_clipboard') continue
      await of.hook.current().addToolOutput({ tool: toolName, toolCallId, output: outputFor(toolName) })
      await of.hook.until(settled)
      if (onlyFirst) return
    }
  }

  async function changeInput(): Promise<void> {
    const changed = structuredClone(chat().messages)
    for (const part of changed.flatMap((message) => message.parts))
      if (part.type === 'dynamic-tool' && part.state === 'approval-requested') Object.assign(part, { input: { text: 'forged' } })
    chat().setMessages(changed)
    await page.hook.until(({ messages }) => JSON.stringify(messages) === JSON.stringify(changed))
    await answerOne(page, 0, true)
  }

  async function step(choices: Choices): Promise<void> {
    switch (choices.below(12)) {
      case 0:
      case 1:
        return answerOne(page, choices.below(3), true)
      case 2:
        return answerOne(page, choices.below(3), false)
      case 3:
        return hand(page, choices.once(2))
      case 4:
        return changeInput()
      case 5:
        if (lastBody === null) return
        await (await post(lastBody)).text()
        return
      case 6:
      case 7: {
        const other = open(chat().messages)
        await answerOne(other, choices.below(3), choices.once(2))
        await hand(other, true)
        return
      }
      case 8:
        return decideInWindow(
          world,
          parts().map(({ toolCallId }) => toolCallId),
          choices.once(2),
        )
      case 9:
        // what did not arrive is sent again before anything else is said
        await (chat().messages.at(-1)?.role === 'user' ? chat().sendMessage() : chat().sendMessage({ text: 'hello' }))
        return
      case 10:
        page = open(chat().messages)
        await chat().resumeStream()
        return
      default:
        fault = choices.of('before', 'after')
    }
  }

  const post = (body: string): Promise<Response> =>
    fetch(`${world.rig.url}/api/chat`, { method: 'POST', headers: { ...world.rig.headers, 'content-type': 'application/json' }, body })

  const isOpen = ({ state }: { readonly state: string }): boolean => !state.startsWith('output-')

  /** As a user would who wants to come to an end. */
  async function finish(): Promise<void> {
    fault = null
    for (let round = 0; round < 8; round += 1) {
      await rest()
      chat().clearError()
      while (parts().some(({ state }) => state === 'approval-requested')) await answerOne(page, 0, false)
      await hand(page, false)
      await rest()
      const isDone = chat().status === 'ready' && chat().messages.at(-1)?.role === 'assistant' && !parts().some(isOpen)
      const stored = await storedThread(world, name)
      if (isDone && !stored.some(({ calls }) => calls.some((call) => call.isOpen))) {
        // what Parley said after the last response ended
        await chat().resumeStream()
        return
      }
      // an output in an earlier message is only sent with more words
      await (isDone ? chat().sendMessage({ text: 'hello' }) : chat().sendMessage())
    }
  }

  return {
    name,
    begin: (text) =>
      chat()
        .sendMessage({ text })
        .then(() => undefined),
    step: (choices) => step(choices),
    finish,
    requests: () => requests,
    async problems(stored) {
      const { messages, status, error } = chat()
      const valid = await safeValidateUIMessages({ messages: structuredClone(messages) })
      return [
        ...(valid.success ? [] : [`not valid: ${valid.error.message.slice(-600)}`]),
        ...(status === 'ready' ? [] : [`${status}: ${error?.message ?? ''}`]),
        ...differences(messages, stored),
      ]
    },
  }
}

function differences(messages: readonly UIMessage[], stored: readonly StoredMessage[]): readonly string[] {
  const found: string[] = []
  const users = (all: readonly { readonly role: string }[]): number => all.filter(({ role }) => role === 'user').length
  if (users(messages) !== users(stored)) found.push(`client has ${users(messages)} messages of the user, server ${users(stored)}`)
  // Parley may say more by itself, after a call of an earlier message ended
  const answers = stored.filter(({ role }, index) => role === 'assistant' && stored[index - 1]?.role === 'user')
  for (const { id } of answers) if (!messages.some((message) => message.id === id)) found.push(`client lacks ${id}`)
  for (const message of messages) {
    const theirs = stored.find(({ id }) => id === message.id)
    if (message.role !== 'assistant') continue
    if (theirs === undefined) {
      found.push(`server lacks ${message.id}`)
      continue
    }
    const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    // Parley may have said more since the last response ended
    if (!theirs.text.startsWith(text)) found.push(`text "${text}" of ${message.id}, server "${theirs.text}"`)
    const outcomes = new Map(
      message.parts
        .filter(isDataUIPart)
        .flatMap(({ type, data }) => (type === 'data-call-outcome' ? [[Object(data).toolCallId, Object(data)]] : [])),
    )
    const calls = message.parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part] : []))
    if (calls.length !== theirs.calls.length) found.push(`${calls.length} calls, server ${theirs.calls.length}`)
    for (const call of calls) {
      const own = theirs.calls.find(({ id }) => id === call.toolCallId)
      const told = outcomes.get(call.toolCallId) ?? call
      const isSame =
        own === undefined || (own.isDone ? isOutput(told, own) : told.state === 'output-error' || told.state === 'output-denied')
      if (!isSame) found.push(`${call.toolName} is ${call.state} (${told.state}), server ${JSON.stringify(own)}`)
    }
  }
  return found
}

function isOutput(told: { readonly state: string; readonly output?: unknown }, own: StoredCall): boolean {
  return told.state === 'output-available' && canonicalJson(toPlainJson(told.output)) === canonicalJson(toPlainJson(own.output))
}
