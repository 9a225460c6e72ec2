import { app, protocol, type Session, session, systemPreferences, type WebContents } from 'electron'
import type { Disposable } from '../platform'
import { appHost, appScheme, mayHavePermission, mayNavigate, type PassingPermission, pageOf } from '../security-policy'
import { findAsset } from '../static-assets'
import type { SeenInput } from '../window/user-presses'
import { offerSightSource } from './sight-sources'

/** Chromium's name (net/base/net_error_list.h). */
const FILE_NOT_FOUND = -6

/** Registers the app's scheme. Only possible before Electron is ready. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges }])
}

/** Serves the built page under the app's scheme. Only possible once Electron is ready. */
export function serveAppScheme(rendererFolder: string): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- `protocol.handle` sends files piece by piece through main, which costs a start 45 ms (electron/electron#42612)
  protocol.registerFileProtocol(appScheme, (request, answer) => {
    const { host, pathname } = new URL(request.url)
    const place = findAsset(rendererFolder, host === appHost ? pathname : '')
    // Chromium detects the file type itself
    answer(place === null ? { error: FILE_NOT_FOUND } : { path: place.file, headers: { ...place.headers } })
  })
}

/** Keeps every page of the app at its address: no navigation, no new window, no webview. `onInput`: input that the system sent to it. */
export function guardContents(onInput: (contents: WebContents, input: SeenInput) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !mayNavigate(event.url, contents.getURL())) event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      if (!mayNavigate(event.url, contents.getURL())) event.preventDefault()
    })
    contents.on('input-event', (_event, input) => onInput(contents, input))
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

const permissions: PassingPermission[] = []

/** Grants the page this permission until it has been returned as often as it was granted. */
export function permit(permission: PassingPermission): Disposable {
  permissions.push(permission)
  let given = true
  return {
    dispose() {
      if (given) permissions.splice(permissions.indexOf(permission), 1)
      given = false
    },
  }
}

/** Refuses every permission that the policy's table does not name, both on request and on query. */
export function guardPermissions(): void {
  guardSession(session.defaultSession)
}

function guardSession(guarded: Session): void {
  guarded.setPermissionRequestHandler((contents, permission, answer, details) => {
    // SECURITY: the request names its kinds of media in a list, the look-up below names one; no name is no permission
    const mediaTypes = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    const allowed = mayHavePermission({
      permission,
      address: details.requestingUrl,
      asker: pageOf(contents.getURL()),
      isMainFrame: details.isMainFrame,
      mediaTypes,
      permitted: new Set(permissions),
    })
    const device = mediaTypes.includes('video') ? 'camera' : 'microphone'
    if (allowed && permission === 'media') void deviceAccess(device).then(answer, () => answer(false))
    else answer(allowed)
  })
  guarded.setPermissionCheckHandler((contents, permission, origin, details) =>
    mayHavePermission({
      permission,
      address: details.requestingUrl ?? origin,
      asker: contents === null ? null : pageOf(contents.getURL()),
      isMainFrame: details.isMainFrame,
      mediaTypes: details.mediaType === undefined ? [] : [details.mediaType],
      permitted: new Set(permissions),
    }),
  )
  guarded.setDevicePermissionHandler(() => false)
  offerSightSource(guarded)
  // the preference of a window alone would let the session fetch dictionaries
  guarded.setSpellCheckerEnabled(false)
}

/** macOS asks the user itself, once; elsewhere there is nothing more to ask. */
async function deviceAccess(device: 'microphone' | 'camera'): Promise<boolean> {
  return process.platform === 'darwin' ? systemPreferences.askForMediaAccess(device) : true
}
