import { changeBgm } from '../../shared/tools/change-bgm'
import { getLocation } from '../../shared/tools/get-location'
import type { BackgroundMusic } from './background-music'
import { findLocation } from './find-location'
import { implementPageTool, type PageTool } from './page-tool'

/** The tools that only a page can run. */
export function pageTools(music: BackgroundMusic, geolocation: Geolocation, report: (error: unknown) => void): readonly PageTool[] {
  return [
    implementPageTool(
      changeBgm,
      async ({ track }, signal) => {
        if (track === 'off') music.stop()
        else await music.play(track, signal)
        return { playing: music.playing() }
      },
      report,
    ),
    implementPageTool(getLocation, (input, signal) => findLocation(input, geolocation, signal), report),
  ]
}
