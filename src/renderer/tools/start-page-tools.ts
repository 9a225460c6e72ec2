import { browserClock } from '../audio/browser-clock'
import { subscribeLevels } from '../audio/levels'
import type { AppStore } from '../state/store'
import { answerToolCalls } from './answer-tool-calls'
import { type BackgroundMusic, createBackgroundMusic } from './background-music'
import { duckUnderSpeech } from './duck-music'
import { musicFiles } from './music-files'
import { pageTools } from './page-tools'

/** Lets the page run main's tool calls; the music has the volume of the settings. */
export function startPageTools(
  { api, client }: AppStore,
  route: (context: AudioContext) => void,
  report: (error: unknown) => void,
): BackgroundMusic {
  const music = createBackgroundMusic({ files: musicFiles, route })
  music.setVolume(api.getState().settings.volume)
  api.subscribe((state, before) => {
    if (state.settings !== before.settings) music.setVolume(state.settings.volume)
  })
  duckUnderSpeech(music, subscribeLevels, browserClock)
  answerToolCalls(client, pageTools(client, music, navigator.geolocation, report))
  return music
}
