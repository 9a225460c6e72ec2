import { toolDefinition } from '@tanstack/ai'
import { fetchServerSentEvents } from '@tanstack/ai-client'
import { useChat } from '@tanstack/ai-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'

// `parley serve --gateway 8790 --origin http://localhost:5173` prints the token: /#http://127.0.0.1:8790 parley-…
const [address = '', token = ''] = decodeURIComponent(location.hash.slice(1)).split(' ')
// a fragment is sent to no server; the token does not stay in the address either
history.replaceState(null, '', location.pathname)

const headers = { authorization: `Bearer ${token}` }
// this page resumes nothing: closing the connection (stop) stops the model
const connection = fetchServerSentEvents(`${address}/api/ag-ui`, { headers: { ...headers, 'x-stop-on-close': 'true' } })

const offeredSchema = z.object({
  tools: z.array(
    z.object({ name: z.string(), description: z.string(), inputSchema: z.record(z.string(), z.unknown()), runsIn: z.string() }),
  ),
})
type Offered = z.infer<typeof offeredSchema>['tools']

/** The tools of Parley. Fails with its reason: a wrong token, for example. */
async function readTools(): Promise<Offered> {
  if (token === '') throw new Error('Open this page with the address and the token that parley serve prints.')
  const response = await fetch(`${address}/api/tools`, { headers }).catch(() => {
    throw new Error(`Parley does not answer at ${address}, or not to pages of ${location.origin}.`)
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(z.object({ error: z.object({ message: z.string() }) }).parse(body).error.message)
  return offeredSchema.parse(body).tools
}

function Page({ offered }: { readonly offered: Offered }) {
  const [music, setMusic] = useState('')
  // the client compares its schemas with Parley's before it shows an approval; of the tools for pages, this one runs one
  const [tools] = useState(() => [
    ...offered
      .filter(({ runsIn }) => runsIn === 'parley')
      .map(({ name, description, inputSchema }) => toolDefinition({ name, description, inputSchema, needsApproval: true }).client()),
    toolDefinition({ name: 'change_bgm', description: 'Music', inputSchema: z.object({ track: z.string() }) }).client(({ track }) => {
      setMusic(track === 'off' ? '' : track)
      return { playing: track === 'off' ? null : track }
    }),
  ])
  const chat = useChat({ connection, tools })
  return (
    <>
      <h1>Parley with TanStack AI</h1>
      {chat.messages.map(({ id, role, parts }) => (
        <article key={id} aria-label={role === 'user' ? 'You' : 'Parley'}>
          {parts.map((part) =>
            part.type === 'text' ? part.content : part.type === 'tool-call' ? `\n${part.name} ${part.arguments}\n` : '',
          )}
        </article>
      ))}
      {chat.interrupts.map((interrupt) => (
        <fieldset key={interrupt.id}>
          <legend>{interrupt.message}</legend>
          <button type="button" onClick={() => chat.resolveInterrupts(true)}>
            Allow
          </button>
          <button type="button" onClick={() => chat.resolveInterrupts(false)}>
            Deny
          </button>
        </fieldset>
      ))}
      {music !== '' && <p role="status">♪ {music}</p>}
      {chat.error !== undefined && <p role="alert">{chat.error.message}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void chat.sendMessage(String(new FormData(event.currentTarget).get('text')))
          event.currentTarget.reset()
        }}
      >
        <label>
          Message <input name="text" autoComplete="off" required />
        </label>
        <button type="submit">Send</button>
        <button type="button" onClick={() => chat.stop()}>
          Stop
        </button>
      </form>
    </>
  )
}

const page = await readTools().then(
  (offered) => <Page offered={offered} />,
  (error: Error) => <p role="alert">{error.message}</p>,
)
const place = document.getElementById('page')
if (place !== null) createRoot(place).render(page)
