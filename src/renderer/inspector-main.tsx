import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connectBridge } from './bridge'
import { InspectorWindow } from './inspector/inspector-window'
import { createActions } from './state/actions'
import { ServicesProvider } from './state/context'
import { createInspectorStore } from './state/inspector-store'
import { createPlayedPositions } from './voice/played-positions'

const store = createInspectorStore(connectBridge((what) => reportError(new Error(what))))
// this window plays no sound
const music = { playing: () => null, onChange: () => () => undefined, stop: () => undefined }
const actions = createActions(store)
const services = { store, client: store.client, actions, music, heard: createPlayedPositions(), now: () => Date.now() }

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <ServicesProvider services={services}>
      <InspectorWindow />
    </ServicesProvider>
  </StrictMode>,
)
void store.start()
