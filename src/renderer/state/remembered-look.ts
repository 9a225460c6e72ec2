import type { defaultAppearance, textSizes } from '../../shared/ipc/appearance-choices'
import type { Settings } from '../../shared/ipc/schemas'
import type { AppState, Installation } from './app-state'

/**
 * The window's last appearance: what the first paint needs before main has replied, without any message or other stored
 * data.
 */
export interface RememberedLook {
  readonly look: Pick<Settings, keyof typeof defaultAppearance>
  readonly installation: Pick<Installation, 'platform' | 'operatingSystem' | 'systemLocale'>
}

const KEY = 'parley.look'

const choices: { readonly [Name in Exclude<keyof RememberedLook['look'], 'language'>]: readonly Settings[Name][] } = {
  theme: ['system', 'light', 'dark'],
  textSize: ['small', 'normal', 'large', 'largest', 'huge', 'double'] satisfies (keyof typeof textSizes)[],
  contrast: ['system', 'more'],
  motion: ['system', 'less'],
}
const platforms: readonly Installation['platform'][] = ['electron', 'headless']
const operatingSystems: readonly Installation['operatingSystem'][] = ['linux', 'darwin', 'win32']

/**
 * Main's last appearance settings. Null if main never reported a finished first run, or if the stored value is not of this
 * version: then the app is not rendered before main replies.
 */
export function readRememberedLook(storage: Pick<Storage, 'getItem'>): RememberedLook | null {
  try {
    return lookOf(JSON.parse(storage.getItem(KEY) ?? 'null'))
  } catch {
    return null
  }
}

/** Keeps it in sync with main, and clears it while the first run is due. Returns a function that stops it. */
export function rememberLook(
  { subscribe }: { subscribe(listener: (state: AppState) => void): () => void },
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
): () => void {
  let stored: string | null = null
  return subscribe((state) => {
    if (state.opening.phase !== 'ready') return
    const next = isSetUp(state) ? JSON.stringify(seenIn(state)) : ''
    if (next === stored) return
    stored = next
    try {
      if (next === '') storage.removeItem(KEY)
      else storage.setItem(KEY, next)
    } catch {
      // if the storage refuses, the next start has no early first paint
    }
  })
}

function isSetUp({ settings, installation, view }: AppState): boolean {
  return view.name !== 'setUp' && (settings.setUp === 'done' || installation.platform !== 'electron')
}

function seenIn({ settings, installation }: AppState): RememberedLook {
  const { theme, language, textSize, contrast, motion } = settings
  const { platform, operatingSystem, systemLocale } = installation
  return { look: { theme, language, textSize, contrast, motion }, installation: { platform, operatingSystem, systemLocale } }
}

function lookOf(stored: unknown): RememberedLook | null {
  const { look, installation } = fieldsOf(stored)
  const shown = fieldsOf(look)
  const { platform, operatingSystem, systemLocale } = fieldsOf(installation)
  const found = {
    theme: oneOf(choices.theme, shown.theme),
    // a language that Parley does not have is chosen again
    language: String(shown.language ?? 'system'),
    textSize: oneOf(choices.textSize, shown.textSize),
    contrast: oneOf(choices.contrast, shown.contrast),
    motion: oneOf(choices.motion, shown.motion),
  }
  return typeof systemLocale !== 'string'
    ? null
    : {
        look: found,
        installation: { platform: oneOf(platforms, platform), operatingSystem: oneOf(operatingSystems, operatingSystem), systemLocale },
      }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** @throws Error if it is none of them */
function oneOf<Value>(values: readonly Value[], value: unknown): Value {
  const found = values.find((one) => one === value)
  if (found === undefined) throw new Error('what was remembered is of another Parley')
  return found
}
