import { useChat } from '@ai-sdk/react'
import {
  DefaultChatTransport,
  type DynamicToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai'
import { useState } from 'react'

/** Where Parley listens, and the token that it gave for this page. */
export interface Gateway {
  readonly address: string
  readonly token: string
}

/** A chat with Parley: its words, its questions, and one tool that this page runs itself. */
export function Chat({ gateway }: { readonly gateway: Gateway }) {
  const [music, setMusic] = useState('')
  const [transport] = useState(
    () =>
      new DefaultChatTransport({
        api: `${gateway.address}/api/chat`,
        // this page resumes no answer, so closing the connection (chat.stop) stops the model
        headers: { authorization: `Bearer ${gateway.token}`, 'x-stop-on-close': 'true' },
        // of Parley's tools this page runs this one; without it Parley's own window does
        body: { clientTools: ['change_bgm'] },
      }),
  )
  const chat = useChat({
    transport,
    sendAutomaticallyWhen: ({ messages }) =>
      lastAssistantMessageIsCompleteWithApprovalResponses({ messages }) || lastAssistantMessageIsCompleteWithToolCalls({ messages }),
    onToolCall({ toolCall: { toolName, toolCallId, input } }) {
      if (toolName !== 'change_bgm') return
      const track = trackOf(input)
      setMusic(track ?? '')
      void chat.addToolOutput({ tool: toolName, toolCallId, output: { playing: track } })
    },
  })
  const busy = chat.status === 'submitted' || chat.status === 'streaming'
  return (
    <>
      {chat.messages.map((message) => (
        <Message key={message.id} message={message} onAnswer={(id, approved) => void chat.addToolApprovalResponse({ id, approved })} />
      ))}
      {music !== '' && <p role="status">♪ {music}</p>}
      {chat.error !== undefined && <p role="alert">{chat.error.message}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          const text = String(new FormData(form).get('text')).trim()
          if (text === '') return
          void chat.sendMessage({ text })
          form.reset()
        }}
      >
        <label>
          Message <input name="text" autoComplete="off" />
        </label>
        <button type="submit" disabled={busy}>
          Send
        </button>
        {busy && (
          <button type="button" onClick={() => void chat.stop()}>
            Stop
          </button>
        )}
      </form>
    </>
  )
}

interface MessageProps {
  readonly message: UIMessage
  onAnswer(approvalId: string, approved: boolean): void
}

function Message({ message, onAnswer }: MessageProps) {
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return (
    <article aria-label={message.role === 'user' ? 'You' : 'Parley'}>
      {text}
      {message.parts.map((part) => part.type === 'dynamic-tool' && <Call key={part.toolCallId} call={part} onAnswer={onAnswer} />)}
    </article>
  )
}

/** A call with its whole arguments: what is allowed is what is shown. */
function Call({ call, onAnswer }: { readonly call: DynamicToolUIPart; onAnswer: MessageProps['onAnswer'] }) {
  if (call.state !== 'approval-requested')
    return (
      <p>
        {call.toolName}: {call.state}
      </p>
    )
  const { id } = call.approval
  return (
    <fieldset>
      <legend>Allow {call.toolName}?</legend>
      <pre>{JSON.stringify(call.input, null, 2)}</pre>
      <button type="button" onClick={() => onAnswer(id, true)}>
        Allow
      </button>
      <button type="button" onClick={() => onAnswer(id, false)}>
        Deny
      </button>
    </fieldset>
  )
}

function trackOf(input: unknown): string | null {
  const track = typeof input === 'object' && input !== null && 'track' in input ? input.track : null
  return typeof track === 'string' && track !== 'off' ? track : null
}
