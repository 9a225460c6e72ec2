import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { createEarcons } from './audio/earcon'
import { connectBridge } from './bridge'
import { createActions } from './state/actions'
import { ServicesProvider } from './state/context'
import { keepDrafts } from './state/keep-drafts'
import { createAppStore } from './state/store'
import { startPageTools } from './tools/start-page-tools'
import { pressOnceWhileHeld } from './ui/held-keys'
import { startAudioGlue } from './voice/audio-glue'
import { soundSigns } from './voice/sound-signs'
import { startLoudspeaker } from './voice/start-loudspeaker'
import { tellOfVoice } from './voice/tell-of-voice'

const store = createAppStore(connectBridge(reportMisfit))
keepDrafts(store)
const actions = createActions(store)
const loudspeaker = startLoudspeaker(store, actions.tellTrouble)
const audio = startAudioGlue(store, loudspeaker, actions.tellTrouble)
const music = startPageTools(store, loudspeaker.route, reportError)
soundSigns(store, createEarcons(loudspeaker.route).play)
tellOfVoice(store, audio.heard)
const services = { store, client: store.client, actions, music, heard: audio.heard, now: () => Date.now() }

pressOnceWhileHeld(window)

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <ServicesProvider services={services}>
      <App />
    </ServicesProvider>
  </StrictMode>,
)
void store.start()

/** Data that does not fit the contract is left out; the browser's own error event tells of it. */
function reportMisfit(what: string): void {
  reportError(new Error(what))
}
