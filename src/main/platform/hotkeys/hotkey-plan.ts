import { type Message, messageOf } from '../../../shared/messages/message'

/** The facts that decide whether the keys of the whole desktop can be watched. */
export interface DesktopFacts {
  /** Linux: whether the session is Wayland, where a program sees only keys typed into itself. */
  readonly wayland: boolean
  /** Linux: whether there is an X display. */
  readonly display: boolean
  /** macOS: whether the user has allowed Parley to watch the keyboard. True elsewhere. */
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

/** Whether the environment names a Wayland session. */
export function isWayland(environment: Readonly<Record<string, string | undefined>>): boolean {
  return environment.XDG_SESSION_TYPE === 'wayland' || isSet(environment.WAYLAND_DISPLAY)
}

/** Why the talk key cannot be held on this desktop, null if it can be tried. */
export function holdObstacle(facts: DesktopFacts): Message | null {
  if (facts.wayland) return messageOf('wayland-no-hold')
  if (!facts.display) return messageOf('no-display')
  if (!facts.accessibilityTrusted) {
    return messageOf('keyboard-not-trusted')
  }
  return null
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}
