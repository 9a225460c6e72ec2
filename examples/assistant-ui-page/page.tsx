import { useChat } from '@ai-sdk/react'
import { AssistantRuntimeProvider, ComposerPrimitive, MessagePrimitive, ThreadPrimitive } from '@assistant-ui/react'
import { useAISDKRuntime } from '@assistant-ui/react-ai-sdk'
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

// `parley serve --gateway 8790 --origin http://localhost:5173` prints the token: /#http://127.0.0.1:8790 parley-…
const [address = '', token = ''] = decodeURIComponent(location.hash.slice(1)).split(' ')
// a fragment is sent to no server; the token does not stay in the address either
history.replaceState(null, '', location.pathname)

const transport = new DefaultChatTransport<UIMessage>({
  api: `${address}/api/chat`,
  // this page resumes nothing: closing the connection (cancel) stops the model
  headers: { authorization: `Bearer ${token}`, 'x-stop-on-close': 'true' },
  // of Parley's tools this page runs this one; without it Parley's own window does
  body: { clientTools: ['change_bgm'] },
})

function Page() {
  const [music, setMusic] = useState('')
  const chat = useChat({
    transport,
    sendAutomaticallyWhen: ({ messages }) =>
      lastAssistantMessageIsCompleteWithApprovalResponses({ messages }) || lastAssistantMessageIsCompleteWithToolCalls({ messages }),
    onToolCall({ toolCall: { toolName, toolCallId, input } }) {
      if (toolName !== 'change_bgm') return
      const { track } = input as { track: string }
      setMusic(track)
      void chat.addToolOutput({ tool: toolName, toolCallId, output: { playing: track === 'off' ? null : track } })
    },
  })
  return (
    <AssistantRuntimeProvider runtime={useAISDKRuntime(chat)}>
      <h1>Parley with assistant-ui</h1>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Viewport>
          <ThreadPrimitive.Messages components={{ UserMessage: Message, AssistantMessage: Message }} />
        </ThreadPrimitive.Viewport>
        {chat.messages.at(-1)?.parts.map(
          (part) =>
            part.type === 'dynamic-tool' &&
            part.state === 'approval-requested' && (
              <fieldset key={part.toolCallId}>
                <legend>Allow {part.toolName}?</legend>
                <pre>{JSON.stringify(part.input, null, 2)}</pre>
                {[true, false].map((approved) => (
                  <button
                    key={String(approved)}
                    type="button"
                    onClick={() => void chat.addToolApprovalResponse({ id: part.approval.id, approved })}
                  >
                    {approved ? 'Allow' : 'Deny'}
                  </button>
                ))}
              </fieldset>
            ),
        )}
        {music !== '' && <p role="status">♪ {music}</p>}
        {chat.error !== undefined && <p role="alert">{chat.error.message}</p>}
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Message" />
          <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
          <ComposerPrimitive.Cancel>Stop</ComposerPrimitive.Cancel>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  )
}

function Message() {
  return (
    <MessagePrimitive.Root>
      <MessagePrimitive.Parts />
    </MessagePrimitive.Root>
  )
}

const place = document.getElementById('page')
if (place !== null) createRoot(place).render(<Page />)
