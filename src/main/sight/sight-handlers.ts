import { CallError, type Handlers } from '../../shared/ipc/router'
import type { Platform } from '../platform/platform'
import type { Sight } from './sight-controller'

/** The handlers of the page's calls about sight. */
export type SightHandlers = Pick<Handlers, Extract<keyof Handlers, `sight.${string}`>>

/** Creates the handlers. `report` hears why the system shows no sources. */
export function createSightHandlers(
  sight: Sight,
  platform: Pick<Platform, 'desktop' | 'takePress'>,
  report: (error: unknown) => void,
): SightHandlers {
  return {
    async 'sight.sources'() {
      const blocked = sight.blocked()
      const desktop = platform.desktop?.sight ?? null
      const still = desktop !== null
      if (blocked !== null) return { blocked, sources: [], still }
      if (desktop === null) return { blocked: null, sources: [{ sourceId: 'screen', kind: 'screen', name: '', picture: null }], still }
      try {
        // titles and pictures of the user's windows are for the menu that the user opens, and not for a page that was taken over
        const pressed = platform.takePress('main', 0)
        const listed = await desktop.list()
        const screens = () => listed.filter(({ kind }) => kind === 'screen').map((one) => ({ ...one, picture: null }))
        return { blocked: null, sources: pressed ? [...listed] : screens(), still }
      } catch (error) {
        report(error)
        return { blocked: 'system', sources: [], still: false }
      }
    },
    async 'sight.begin'({ kind, sourceId }) {
      await sight.begin(kind, sourceId, 'user')
      return null
    },
    'sight.captures': ({ sightId }) => {
      sight.captures(sightId)
      return null
    },
    'sight.lost': ({ sightId, reason }) => {
      sight.stop(reason, sightId)
      return null
    },
    'sight.frame': ({ sightId, ...frame }) => {
      sight.frame(sightId, frame)
      return null
    },
    'sight.stop': () => {
      sight.stop('stopped')
      return null
    },
    async 'sight.still'() {
      const { desktop } = platform
      // a page that was taken over can't look at the screen by itself
      if (desktop === null || !platform.takePress('main', 0)) throw noStill()
      try {
        const { png } = await desktop.captureScreen()
        return { png: Uint8Array.from(png) }
      } catch (error) {
        report(error)
        throw noStill()
      }
    },
  }
}

function noStill(): CallError {
  return new CallError('sight-no-still', 'There is no picture of the screen: the system does not let Parley see it.')
}
