import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, safeValidateUIMessages, type UIMessage } from 'ai'
import { expect } from 'vitest'
import { createAutoContinue } from './auto-continue'
import type { GatewayRig } from './gateway-rig'
import { type RunningHook, runHook } from './react-hook'

export type ChatHook = ReturnType<typeof useChat>

/** `useChat` as an app uses it, with every request it makes. */
export function chatWith(rig: GatewayRig, chatId = 'chat 1', headers: Readonly<Record<string, string>> = rig.headers) {
  const requests: string[] = []
  const counted: typeof fetch = (input, init) => {
    requests.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`)
    return fetch(input, init)
  }
  const transport = new DefaultChatTransport<UIMessage>({ api: `${rig.url}/api/chat`, headers: { ...headers }, fetch: counted })
  const sendAutomaticallyWhen = createAutoContinue(new Set(['change_bgm', 'get_location']))
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
