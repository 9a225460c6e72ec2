import { isDataUIPart, safeValidateUIMessages, type UIMessage } from 'ai'
import { z } from 'zod'
import { canonicalJson } from '../../src/shared/lib/canonical-json'
import { toPlainJson } from '../../src/shared/lib/plain-json'
import { chatWith, documentedRule, settled } from './chat-hook'
import type { Choices } from './choices'
import {
  breakableNetwork,
  type InterleavedClient,
  MOST_REQUESTS,
  MOST_ROUNDS,
  outputFor,
  type StoredCall,
  type StoredMessage,
  storedThread,
  type World,
} from './interleavings'

type Page = ReturnType<typeof chatWith>

/** A program with `useChat` that does anything in any order. */
export function interleavedChat(world: World, name: string): InterleavedClient {
  const steps: string[] = []
  let lastBody: string | null = null
  const network = breakableNetwork({
    breaksReads: true,
    onSent(body) {
      lastBody = body
    },
  })
  const open = (messages: readonly UIMessage[]): Page => {
    const page = chatWith(world.rig, name, world.rig.headers, documentedRule(), network.fetch)
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
    const what = choices.below(12)
    steps.push(String(what))
    switch (what) {
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
        // an edit that comes again is another one; and the connection may break here too
        if (!isEdit(lastBody)) await post(lastBody).catch(() => undefined)
        return
      case 6:
      case 7: {
        const other = open(chat().messages)
        await answerOne(other, choices.below(3), choices.once(2))
        await hand(other, true)
        return
      }
      case 8:
        return world.decide(
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
        network.breakNext(choices.of('before', 'after'))
    }
  }

  async function post(body: string): Promise<void> {
    const headers = { ...world.rig.headers, 'content-type': 'application/json' }
    await (await fetch(`${world.rig.url}/api/chat`, { method: 'POST', headers, body })).text()
  }

  const isOpen = ({ state }: { readonly state: string }): boolean => !state.startsWith('output-')

  /** Resumes until there is nothing that Parley said after the last response ended. Returns what is different then. */
  async function receiveAll(): Promise<readonly string[]> {
    for (let round = 0; ; round += 1) {
      await chat().resumeStream()
      await rest()
      const different = differences(chat().messages, await storedThread(world, name))
      if (different.length === 0 || round === MOST_ROUNDS) return different
    }
  }

  /** As a user would who wants to come to an end. */
  async function finish(): Promise<void> {
    network.mend()
    for (let round = 0; round < 8; round += 1) {
      await rest()
      chat().clearError()
      for (const _ of parts().filter(({ state }) => state === 'approval-requested')) await answerOne(page, 0, false)
      await hand(page, false)
      await rest()
      const isDone = chat().status === 'ready' && chat().messages.at(-1)?.role === 'assistant' && !parts().some(isOpen)
      const stored = await storedThread(world, name)
      if (isDone && !stored.some(({ calls }) => calls.some((call) => call.isOpen))) return
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
    steps: () => steps,
    async problems() {
      const different = await receiveAll()
      const { messages, status, error } = chat()
      const valid = await safeValidateUIMessages({ messages: structuredClone(messages) })
      const open = parts().filter(isOpen)
      return [
        ...different,
        ...(valid.success ? [] : [`not valid: ${valid.error.message.slice(-600)}`]),
        ...(status === 'ready' ? [] : [`${status}: ${error?.message ?? ''}`]),
        ...(network.requests() > MOST_REQUESTS ? [`${network.requests()} requests`] : []),
        ...open.map(({ toolCallId, state }) => `${toolCallId} is ${state}`),
      ]
    },
  }
}

/**
 * What the messages of the client and of Parley don't share. A client that had new words meanwhile is not sent what Parley said before
 * them: by itself, after a call of an earlier message had ended, or to another page of the client.
 */
function differences(messages: readonly UIMessage[], stored: readonly StoredMessage[]): readonly string[] {
  const own = messages.map(({ role, id, parts }) => ({ id: role === 'user' ? '' : id, role, text: textIn(parts), calls: callsIn(parts) }))
  const lastWords = stored.findLastIndex(({ role }) => role === 'user')
  const all = stored.map(({ id, role, text, calls }, index) => {
    const known = own.find((message) => message.id === id)
    const isMissable = index < lastWords && role === 'assistant'
    const said = isMissable && known !== undefined && text.startsWith(known.text) ? known.text : text
    const isMissing = isMissable && known === undefined && stored[index - 1]?.role === 'assistant'
    return isMissing ? null : { id: role === 'user' ? '' : id, role, text: said, calls: calls.map(storedCall) }
  })
  const [client, server] = [own, all.filter((message) => message !== null)].map((thread) =>
    thread.map((message) => JSON.stringify(message)),
  )
  return client?.join() === server?.join() ? [] : [`client ${client?.join('\n  ')}`, `server ${server?.join('\n  ')}`]
}

/** Whether the words of this request replace earlier ones, maybe with the same. */
function isEdit(body: string): boolean {
  const { messages, messageId } = z
    .object({ messages: z.array(z.object({ id: z.string() })), messageId: z.string().optional() })
    .parse(JSON.parse(body))
  return messages.at(-1)?.id === messageId
}

const textIn = (parts: UIMessage['parts']): string => parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

const storedCall = ({ id, isDone, output }: StoredCall): string => `${id} ${isDone ? canonicalJson(toPlainJson(output)) : 'not done'}`

/** The calls of a message as the client was told of them. */
function callsIn(parts: UIMessage['parts']): readonly string[] {
  const outcomes = new Map(
    parts.filter(isDataUIPart).flatMap(({ type, data }) => (type === 'data-call-outcome' ? [[Object(data).toolCallId, Object(data)]] : [])),
  )
  return parts.flatMap((part) => {
    if (part.type !== 'dynamic-tool') return []
    const { toolCallId: id } = part
    const { state, output } = outcomes.get(id) ?? part
    const isEnded = state === 'output-error' || state === 'output-denied'
    return [state === 'output-available' || isEnded ? storedCall({ id, isDone: !isEnded, isOpen: false, output }) : `${id} ${state}`]
  })
}
