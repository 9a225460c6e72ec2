import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { loadPartsWhenIdle, Messages } from './app/parts'
import { createEarcons } from './audio/earcon'
import { connectBridge } from './bridge'
import { loadLanguage } from './i18n/languages'
import { createActions } from './state/actions'
import { ServicesProvider } from './state/context'
import { sendEarlyWords } from './state/early-words'
import { keepDrafts } from './state/keep-drafts'
import { readRememberedLook, rememberLook } from './state/remembered-look'
import { languageOf } from './state/selectors'
import { createAppStore } from './state/store'
import { startPageTools } from './tools/start-page-tools'
import { pressOnceWhileHeld } from './ui/held-keys'
import { startAudioGlue } from './voice/audio-glue'
import { soundSigns } from './voice/sound-signs'
import { startLoudspeaker } from './voice/start-loudspeaker'
import { tellOfVoice } from './voice/tell-of-voice'

const remembered = readRememberedLook(localStorage)
const store = createAppStore(connectBridge(reportMisfit), remembered)
rememberLook(store.api, localStorage)
keepDrafts(store)
const actions = createActions(store)
sendEarlyWords(store, actions)
const loudspeaker = startLoudspeaker(store, actions.tellTrouble)
const audio = startAudioGlue(store, loudspeaker, actions.tellTrouble)
const music = startPageTools(store, loudspeaker.route, reportError)
soundSigns(store, createEarcons(loudspeaker.route).play)
tellOfVoice(store, audio.heard)
const services = { store, client: store.client, actions, music, heard: audio.heard, now: () => Date.now() }

pressOnceWhileHeld(window)

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
const page = createRoot(root)
// the first picture is in the user's language
void loadLanguage(languageOf(store.api.getState())).then(() =>
  page.render(
    <StrictMode>
      <ServicesProvider services={services}>
        <App />
      </ServicesProvider>
    </StrictMode>,
  ),
)
// what is said in the thread is drawn by a script of its own, which is read while main reads the thread
requestAnimationFrame(() => setTimeout(Messages.load))
void store.start().then(() => loadPartsWhenIdle(store.api))

/** Data that does not fit the contract is left out; the browser's own error event tells of it. */
function reportMisfit(what: string): void {
  reportError(new Error(what))
}
