import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Chat, type Gateway } from './chat'

/** Asks where Parley listens and for the token that it gave for this page. The token stays in the memory of the page. */
function Page() {
  const [gateway, setGateway] = useState<Gateway | null>(null)
  if (gateway !== null) return <Chat gateway={gateway} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        setGateway({ address: String(typed.get('address')), token: String(typed.get('token')) })
      }}
    >
      <label>
        Address of Parley <input name="address" type="url" required defaultValue="http://127.0.0.1:8790" />
      </label>
      <label>
        Token <input name="token" type="password" required autoComplete="off" />
      </label>
      <button type="submit">Connect</button>
    </form>
  )
}

const place = document.getElementById('page')
if (place !== null)
  createRoot(place).render(
    <StrictMode>
      <main>
        <h1>Parley from a web page</h1>
        <Page />
      </main>
    </StrictMode>,
  )
