import { HttpAgent } from '@ag-ui/client'
import { CopilotChat, CopilotKitProvider, useFrontendTool, useInterrupt } from '@copilotkit/react-core/v2'
import '@copilotkit/react-core/v2/styles.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'

// `parley serve --gateway 8790 --origin http://localhost:5173` prints the token: /#http://127.0.0.1:8790 parley-…
const [address = '', token = ''] = decodeURIComponent(location.hash.slice(1)).split(' ')
// a fragment is sent to no server; the token does not stay in the address either
history.replaceState(null, '', location.pathname)

const agent = new HttpAgent({
  url: `${address}/api/ag-ui`,
  // this page resumes nothing: closing the connection stops the model; and CopilotKit sends the output of a tool as a message
  headers: { authorization: `Bearer ${token}`, 'x-stop-on-close': 'true', 'x-tool-results': 'messages' },
})

function Chat() {
  const [music, setMusic] = useState('')
  // of Parley's tools this page runs this one; without it Parley's own window does
  useFrontendTool({
    name: 'change_bgm',
    description: 'Music',
    parameters: z.object({ track: z.string() }),
    handler({ track }) {
      setMusic(track === 'off' ? '' : track)
      return Promise.resolve({ playing: track === 'off' ? null : track })
    },
  })
  useInterrupt({
    render: ({ interrupt, resolve }) => (
      <fieldset>
        <legend>{interrupt?.message}</legend>
        <pre>{JSON.stringify(interrupt?.metadata?.input, null, 2)}</pre>
        <button type="button" onClick={() => resolve({ approved: true })}>
          Allow
        </button>
        <button type="button" onClick={() => resolve({ approved: false })}>
          Deny
        </button>
      </fieldset>
    ),
  })
  return (
    <>
      <h1>Parley with CopilotKit</h1>
      {music !== '' && <p role="status">♪ {music}</p>}
      <CopilotChat />
    </>
  )
}

const place = document.getElementById('page')
if (place !== null)
  createRoot(place).render(
    <CopilotKitProvider selfManagedAgents={{ default: agent }}>
      <Chat />
    </CopilotKitProvider>,
  )
