import { firstLanguage } from '../../shared/i18n/languages'
import type { EventName, EventPayload } from '../../shared/ipc/contract'
import type { Dispatch } from '../../shared/ipc/router'
import { type Disposable, noHotkeysHeld, type Platform } from '../platform/platform'
import { memorySecretStore } from '../platform/secrets/secret-store'

/** The app's host without a user: events go to a listener, calls come from code. */
export interface ReplayPlatform extends Platform {
  /** The entry point to main; only after `serve`. */
  dispatch(): Dispatch
}

/** Creates the host; `heard` receives every event in order. */
export function replayPlatform(
  folders: { readonly userDataFolder: string; readonly fixturesFolder: string },
  heard: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void,
): ReplayPlatform {
  let entrance: Dispatch | null = null
  return {
    ...folders,
    kind: 'headless',
    runtime: `Node ${process.versions.node}`,
    operatingSystem: 'linux',
    systemLocale: firstLanguage,
    secrets: memorySecretStore(),
    desktop: null,
    permit: () => nothingToEnd,
    openExternal: () => Promise.reject(new Error('a replay opens nothing')),
    listenToHotkey: () => Promise.resolve(noHotkeysHeld),
    askNatively: () => Promise.resolve(null),
    windowVisible: () => true,
    windowFocused: () => true,
    onVisibilityChange: () => nothingToEnd,
    onQuit: () => nothingToEnd,
    endByForce: () => undefined,
    renewSound: () => undefined,
    takePress: () => true,
    controlWindow: () => undefined,
    openSideWindow: () => undefined,
    sideWindowOpen: () => false,
    serve(dispatch) {
      entrance = dispatch
      return Promise.resolve()
    },
    emit: heard,
    dispatch() {
      if (entrance === null) throw new Error('the app is not started yet')
      return entrance
    },
  }
}

const nothingToEnd: Disposable = { dispose: () => undefined }
