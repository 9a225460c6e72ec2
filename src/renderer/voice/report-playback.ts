import type { VoiceFacts } from '../../shared/ipc/popup-window-calls'
import { isTalking } from '../../shared/talk/talk-facts'
import { subscribeLevels } from '../audio/levels'
import { listLoudspeakers } from '../audio/loudspeaker'
import { listMicrophones } from '../audio/microphone'
import type { AppState } from '../state/app-state'
import type { AppStore } from '../state/store'
import { captionOf } from './caption-text'
import { followDevices } from './follow-devices'
import type { PlayedPositions } from './played-positions'
import { runningToolName } from './running-tool'

/** The end of the user's speech, as far as two lines show it. */
const LONGEST = 120

/**
 * Sends main facts about the voice that only this page knows: always whether it is muted; captions and levels, while the talk
 * overlay is open. In return, main mutes it for overlay and tray, and changes devices for the overlay. Returns a function that
 * stops it.
 */
export function reportPlayback({ api, client }: Pick<AppStore, 'api' | 'client'>, heard: PlayedPositions): () => void {
  let wanted: (() => void)[] = []
  let reported = ''
  let facts: VoiceFacts = { caption: null, runningTool: null, microphones: [], loudspeakers: [] }

  const reportFacts = (devices: Partial<VoiceFacts> = {}): void => {
    facts = { ...voiceFacts(api.getState(), heard, facts), ...devices }
    const now = JSON.stringify(facts)
    if (now !== reported) void client.call('voice.facts', facts)
    reported = now
  }

  const want = (on: boolean): void => {
    for (const stop of wanted) stop()
    wanted = []
    reported = ''
    if (!on) return
    wanted = [
      api.subscribe(() => reportFacts()),
      heard.subscribe(() => reportFacts()),
      followDevices(listDevices, reportFacts),
      subscribeLevels(({ source, rms, peak, waveform }) => void client.call('voice.level', { source, rms, peak, waveform: [...waveform] })),
    ]
    reportFacts()
  }

  const reportMuted = (): void => {
    void client.call('voice.muted', { muted: api.getState().muted }).then((reply) => {
      // an overlay that was open before this page was loaded
      if (reply.ok && reply.value.overlay && wanted.length === 0) want(true)
    })
  }

  const stops = [
    client.on('overlay.wanted', ({ on }) => want(on)),
    client.on('voice.mute', ({ muted }) => api.setState({ muted })),
    client.on('voice.choose', (change) => {
      void client.call('settings.update', change).then((reply) => {
        if (!reply.ok) api.setState({ settingsFailure: reply.error.message })
      })
    }),
    api.subscribe((state, before) => {
      const opened = state.opening.phase === 'ready' && before.opening.phase !== 'ready'
      if (state.installation.platform === 'electron' && (opened || state.muted !== before.muted)) reportMuted()
    }),
  ]
  return () => {
    want(false)
    for (const stop of stops) stop()
  }
}

async function listDevices(source: MediaDevices): Promise<Pick<VoiceFacts, 'microphones' | 'loudspeakers'>> {
  const [microphones, loudspeakers] = await Promise.all([listMicrophones(source), listLoudspeakers(source)])
  return { microphones, loudspeakers }
}

/** When everything is idle the last captions stay, so that they can be read to the end. */
function voiceFacts(state: AppState, heard: PlayedPositions, before: VoiceFacts): VoiceFacts {
  const { currentConversationId, talk } = state
  if (currentConversationId === null) return { ...before, caption: null, runningTool: null }
  const loaded = state.threads[currentConversationId]
  const activity = state.statuses[currentConversationId]?.activity ?? 'idle'
  if (activity === 'idle' && !isTalking(talk)) return { ...before, runningTool: null }
  const messages = loaded?.thread.messages ?? []
  const user = messages.findLast(({ role }) => role === 'user')
  const text = user?.parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ') ?? ''
  const said = activity === 'idle' && messages.at(-1)?.role === 'assistant' ? '' : lastOf(text.trim())
  const { spoken, coming } = (activity === 'speaking' ? captionOf(messages, heard.current()) : null) ?? { spoken: '', coming: '' }
  return { ...before, caption: said + spoken + coming === '' ? null : { said, spoken, coming }, runningTool: runningToolName(loaded) }
}

function lastOf(text: string): string {
  if (text.length <= LONGEST) return text
  const end = text.slice(-LONGEST)
  return `…${end.slice(end.indexOf(' ') + 1)}`
}
