import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { loadPartsWhenIdle, Messages } from './app/lazy-parts'
import { createEarcons } from './audio/earcon'
import { connectBridge } from './bridge'
import { loadLanguage } from './i18n/languages'
import { followSight } from './sight/follow-sight'
import { createActions } from './state/actions'
import { ServicesProvider } from './state/context'
import { sendEarlyText } from './state/early-text'
import { persistDrafts } from './state/persist-drafts'
import { readRememberedLook, rememberLook } from './state/remembered-look'
import { languageOf } from './state/selectors'
import { createAppStore } from './state/store'
import { startPageTools } from './tools/start-page-tools'
import { pressOnceWhileHeld } from './ui/held-keys'
import { untilDrawn } from './ui/until-drawn'
import { startAudioController } from './voice/audio-controller'
import { playEarcons } from './voice/earcons'
import { createPlayedPositions } from './voice/played-positions'
import { reportPlayback } from './voice/report-playback'
import { startLoudspeaker } from './voice/start-loudspeaker'

const remembered = readRememberedLook(localStorage)
const store = createAppStore(connectBridge(reportMisfit), remembered, () => untilDrawn().then(untilDrawn))
rememberLook(store.api, localStorage)
persistDrafts(store)
const actions = createActions(store)
sendEarlyText(store, actions)
const loudspeaker = startLoudspeaker(store, actions.showTrouble)
const heard = createPlayedPositions()
const music = startPageTools(store, loudspeaker.route, reportError)
followSight(store)
playEarcons(store, createEarcons(loudspeaker.route).play)
reportPlayback(store, heard)
const services = { store, client: store.client, actions, music, heard, now: () => Date.now() }

pressOnceWhileHeld(window)

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
const page = createRoot(root)
void open()

/** Renders the first view in the user's language before asking main, which loads its own parts at the first call. */
async function open(): Promise<void> {
  await loadLanguage(languageOf(store.api.getState()))
  flushSync(() =>
    page.render(
      <StrictMode>
        <ServicesProvider services={services}>
          <App />
        </ServicesProvider>
      </StrictMode>,
    ),
  )
  await untilDrawn()
  const started = store.start()
  // messages are rendered by a chunk of their own, which loads while main reads the thread
  void Messages.load()
  await started
  await untilDrawn()
  startAudioController(store, loudspeaker, heard, actions.showTrouble)
  await loadPartsWhenIdle(store.api)
}

/** Data that does not match the contract is dropped; the browser's own error event reports it. */
function reportMisfit(what: string): void {
  reportError(new Error(what))
}
