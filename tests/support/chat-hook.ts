import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { useChat } from '@ai-sdk/react'
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  safeValidateUIMessages,
  type UIMessage,
} from 'ai'
import { expect } from 'vitest'
import { createAutoContinue } from './auto-continue'
import type { GatewayRig } from './gateway-rig'
import { type RunningHook, runHook } from './react-hook'

export type ChatHook = ReturnType<typeof useChat>

type SendRule = (chat: { readonly messages: UIMessage[] }) => boolean

/** The rule of docs/gateway.md: when `useChat` sends answers by itself. */
export function documentedRule(): SendRule {
  const docs = readFileSync(join(process.cwd(), 'docs/gateway.md'), 'utf8')
  const rule = /sendAutomaticallyWhen: (.*?)\n\n/s.exec(docs)?.[1]
  if (rule === undefined) throw new Error('the docs have no rule')
  const known = { lastAssistantMessageIsCompleteWithApprovalResponses, lastAssistantMessageIsCompleteWithToolCalls }
  // the code of the docs, as an app would copy it
  return new Function(...Object.keys(known), `return ${rule}`)(...Object.values(known)) as SendRule
}

/** `useChat` as an app uses it, with every request it makes. */
export function chatWith(
  rig: Pick<GatewayRig, 'url' | 'headers'>,
  chatId = 'chat 1',
  headers: Readonly<Record<string, string>> = rig.headers,
  sendAutomaticallyWhen: SendRule = createAutoContinue(new Set(['change_bgm', 'get_location'])),
  send: typeof fetch = fetch,
) {
  const requests: string[] = []
  const counted: typeof fetch = (input, init) => {
    requests.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`)
    return send(input, init)
  }
  const transport = new DefaultChatTransport<UIMessage>({ api: `${rig.url}/api/chat`, headers: { ...headers }, fetch: counted })
  const hook: RunningHook<ChatHook> = runHook(() => useChat({ id: chatId, transport, sendAutomaticallyWhen }))
  return { hook, requests }
}

/** The answer has begun. */
export const answering = ({ messages }: ChatHook): boolean => messages.at(-1)?.role === 'assistant' && textOf(messages.at(-1)) !== ''

/** The chat is idle. */
export const settled = ({ status }: ChatHook): boolean => status === 'ready' || status === 'error'

/** The calls in the last message. */
export function calls({ messages }: ChatHook) {
  return (messages.at(-1)?.parts ?? []).flatMap((part) => (part.type === 'dynamic-tool' ? [part] : []))
}

/** The text of a message. */
export function textOf(message: UIMessage | undefined): string {
  return (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** The AI SDK accepts the messages as valid. */
export async function expectValid({ messages }: ChatHook): Promise<void> {
  const valid = await safeValidateUIMessages({ messages: structuredClone(messages) })
  expect(valid.success ? null : valid.error.message).toBeNull()
}
