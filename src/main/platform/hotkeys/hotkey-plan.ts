import { messageText } from '../../../shared/messages/message-text'

/** What decides whether the keys of the whole desktop can be watched. */
export interface DesktopFacts {
  /** Linux: is the session Wayland? There a program sees only the keys that are typed into itself. */
  readonly wayland: boolean
  /** Linux: is there an X display? */
  readonly display: boolean
  /** macOS: has the user allowed Parley to watch the keyboard? True elsewhere. */
  readonly accessibilityTrusted: boolean
}

/** Reads the facts that the environment holds. */
export function desktopFacts(
  operatingSystem: 'linux' | 'darwin' | 'win32',
  environment: Readonly<Record<string, string | undefined>>,
  accessibilityTrusted: boolean,
): DesktopFacts {
  const linux = operatingSystem === 'linux'
  return {
    wayland: linux && isWayland(environment),
    display: !linux || isSet(environment.DISPLAY),
    accessibilityTrusted,
  }
}

/** Does the environment name a Wayland session? */
export function isWayland(environment: Readonly<Record<string, string | undefined>>): boolean {
  return environment.XDG_SESSION_TYPE === 'wayland' || isSet(environment.WAYLAND_DISPLAY)
}

/** Why the talk key can't be held anywhere on this desktop, in words for the user; null when it can be tried. */
export function holdObstacle(facts: DesktopFacts): string | null {
  if (facts.wayland) return messageText('wayland-no-hold')
  if (!facts.display) return messageText('no-display')
  if (!facts.accessibilityTrusted) {
    return messageText('keyboard-not-trusted')
  }
  return null
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}
