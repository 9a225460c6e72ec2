import { sightWorkerTrust, trackWorkerTrust, voiceWorkerTrust } from '../../shared/audio/worker-trust'
import { type CompanionWindowKind, companionWindowAt, companionWindowTable } from './window/companion-window-table'

/** The scheme and host that the app's own page is served under in Electron: nothing else is the app. */
export const appScheme = 'app'
export const appHost = 'parley'
export const appPage = `${appScheme}://${appHost}/`

/**
 * What the page may load and run: its own files, and nothing made from text. Styles set by script go through the CSSOM,
 * which a policy does not hinder; a string can become neither script nor markup (trusted types). The three
 * policies that may be made let the page start its own workers, two for sound and one for pictures, and nothing else.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${voiceWorkerTrust} ${trackWorkerTrust} ${sightWorkerTrust}`,
].join('; ')

/**
 * What the worker that detects voices may do: compile the WebAssembly of its runtime, which nothing else may, and
 * read its model. It has no page, and messages are all that comes to it.
 */
export const voiceWorkerPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The headers of every answer that both hosts give to the page, beside the type of what is in it. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** The web preferences of every window, beside its preload script. */
export const webPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // the spell checker would fetch its dictionaries from a server
  spellcheck: false,
  // sound goes on while the window is hidden
  backgroundThrottling: false,
  // an answer may begin to sound long after the user's last click
  autoplayPolicy: 'no-user-gesture-required',
} as const

/** Is this address the app's own page or one of its files? */
export function isAppAddress(address: string): boolean {
  const url = parseAddress(address)
  return url !== null && url.protocol === `${appScheme}:` && url.host === appHost && url.username === '' && url.password === ''
}

/** May a frame that shows this page be sent to this address? Only to the page that it shows, which is what a reload does. */
export function mayNavigate(address: string, shown: string = appPage): boolean {
  const page = pageOf(address)
  return page !== null && page === pageOf(shown)
}

/** The page of the app that is shown at this address: its own one (`/`) or that of another window; null: it is none. */
export function pageOf(address: string): string | null {
  const url = parseAddress(address)
  if (url === null || !isAppAddress(address)) return null
  if (url.pathname === '/' || url.pathname === '/index.html') return '/'
  return companionWindowAt(url.pathname) === null ? null : url.pathname
}

/** Who called over IPC. `frameAddress` is null when the frame is already gone. */
export interface Sender {
  readonly isOurWindow: boolean
  readonly isMainFrame: boolean
  readonly frameAddress: string | null
}

/** Only the main frame of our own window, showing our own page, may call main; of another window (`side`) only what shows its page. */
export function mayCall(sender: Sender, side: CompanionWindowKind | null = null): boolean {
  if (!sender.isOurWindow || !sender.isMainFrame || sender.frameAddress === null) return false
  return pageOf(sender.frameAddress) === (side === null ? '/' : companionWindowTable[side].page)
}

/**
 * A permission that the page has only while something in main lets it: the place while a tool needs it, the microphone while the settings
 * allow it, the screen or the camera while the user shows it to Gemini.
 */
export type PassingPermission = 'geolocation' | 'microphone' | 'display-capture' | 'camera'

/** One question of the page for a permission. `mediaTypes` is empty when the question names none. */
export interface PermissionQuestion {
  readonly permission: string
  readonly address: string
  /** the page (`pageOf`) of the window that asks: the address alone may name no more than the host */
  readonly asker: string | null
  readonly isMainFrame: boolean
  readonly mediaTypes: readonly string[]
  /** what the page may have now, because a call that the user allowed runs */
  readonly permitted: ReadonlySet<PassingPermission>
}

/** The permissions there are; everything that is not in this table is refused. */
const allowedPermissions: Readonly<Record<string, (question: PermissionQuestion) => boolean>> = {
  // the microphone, to be talked to, or the camera, while the user shows it; never both at once
  media: ({ mediaTypes, permitted }) => {
    // Electron names no kind when a page captures the screen
    if (mediaTypes.length === 0) return permitted.has('display-capture')
    const asksOnlyFor = (type: string): boolean => mediaTypes.every((one) => one === type)
    return (permitted.has('microphone') && asksOnlyFor('audio')) || (permitted.has('camera') && asksOnlyFor('video'))
  },
  // the screen or a window, while the user shows it: main says which one
  'display-capture': ({ permitted }) => permitted.has('display-capture'),
  // the buttons that copy: writing alone, which Chromium lets a page do only just after the user's click
  'clipboard-sanitized-write': () => true,
  // where the user is, while get_location runs
  geolocation: ({ permitted }) => permitted.has('geolocation'),
}

/** May the page have this permission? Only the main frame of the app's own page, and only what the table names; another window of the app may copy and no more. */
export function mayHavePermission(question: PermissionQuestion): boolean {
  const { permission, address, asker, isMainFrame } = question
  const page = pageOf(address)
  if (!isMainFrame || page === null || asker === null) return false
  const isCopying = permission === 'clipboard-sanitized-write'
  if (!isCopying && (page !== '/' || asker !== '/')) return false
  if (!Object.hasOwn(allowedPermissions, question.permission)) return false
  return allowedPermissions[question.permission]?.(question) ?? false
}

/** May this address be opened in the user's browser? Only `https:` with a host and without a name or password in it. */
export function mayOpenExternally(address: string): boolean {
  const url = parseAddress(address)
  return url !== null && url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === ''
}

/**
 * Where a secret may be kept. `linuxBackend` is what the system says holds the key of the encryption (Linux only): with
 * `basic_text` it is a word in the program, which protects nothing.
 */
export function secretBackend(available: boolean, linuxBackend: string | null): 'keyring' | 'memory' {
  return available && linuxBackend !== 'basic_text' && linuxBackend !== 'unknown' ? 'keyring' : 'memory'
}

/** May a crashed page be loaded again? Not for the fourth time in a minute: then it would crash for ever. Times in ms. */
export function mayReload(earlierReloads: readonly number[], now: number): boolean {
  return earlierReloads.filter((time) => now - time < 60_000).length < 3
}

/** The switches, without dashes, by which another program could drive the app. */
export const debuggingSwitches = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address']

/**
 * May the app start like this? Whoever may drive a packaged app through the DevTools protocol has all that its page has, so it
 * takes a word in the environment, which the tests of the package say. `switches`: the command line's, without dashes.
 */
export function mayStart(app: {
  isPackaged: boolean
  switches: readonly string[]
  environment: Readonly<Record<string, string | undefined>>
}): boolean {
  const isDriven = app.switches.some((name) => name.startsWith('remote-debugging-'))
  return !app.isPackaged || !isDriven || app.environment.PARLEY_ALLOW_DEBUGGING === '1'
}

/** A window's colour before its page has drawn anything. */
export const windowColour = (dark: boolean) => (dark ? '#161B19' : '#FBFCFC')

/** Size and frame of the window. On macOS the system draws its own buttons, elsewhere the page does. */
export function windowFrame(operatingSystem: 'linux' | 'darwin' | 'win32', dark: boolean) {
  const common = {
    width: 1000,
    height: 700,
    minWidth: 380,
    minHeight: 520,
    show: false,
    title: 'Parley',
    backgroundColor: windowColour(dark),
  } as const
  return operatingSystem === 'darwin'
    ? ({ ...common, titleBarStyle: 'hidden', trafficLightPosition: { x: 14, y: 14 } } as const)
    : ({ ...common, frame: false } as const)
}

function parseAddress(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}
