import type { Handlers } from '../../shared/ipc/router'
import type { Platform } from '../platform/platform'
import type { Sight } from './sight-controller'

/** The handlers of the page's calls about sight. */
export type SightHandlers = Pick<Handlers, Extract<keyof Handlers, `sight.${string}`>>

/** Creates the handlers. `report` hears why the system shows no sources. */
export function createSightHandlers(sight: Sight, platform: Pick<Platform, 'desktop'>, report: (error: unknown) => void): SightHandlers {
  return {
    async 'sight.sources'() {
      const blocked = sight.blocked()
      if (blocked !== null) return { blocked, sources: [] }
      const desktop = platform.desktop?.sight ?? null
      if (desktop === null) return { blocked: null, sources: [{ sourceId: 'screen', kind: 'screen', name: '', picture: null }] }
      try {
        return { blocked: null, sources: [...(await desktop.list())] }
      } catch (error) {
        report(error)
        return { blocked: 'system', sources: [] }
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
  }
}
