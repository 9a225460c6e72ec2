import type { defaultAppearance, textSizes } from '../../shared/ipc/appearance-choices'
import type { Settings } from '../../shared/ipc/schemas'
import type { AppState, Installation } from './app-state'

/** How the window looked last: what its first picture needs before main has answered, and nothing that was said or kept. */
export interface RememberedLook {
  readonly look: Pick<Settings, keyof typeof defaultAppearance>
  readonly installation: Pick<Installation, 'platform' | 'operatingSystem' | 'systemLocale'>
}

const KEY = 'parley.look'

const choices: { readonly [Name in Exclude<keyof RememberedLook['look'], 'language'>]: readonly Settings[Name][] } = {
  theme: ['system', 'light', 'dark'],
  textSize: ['small', 'normal', 'large', 'largest'] satisfies (keyof typeof textSizes)[],
  contrast: ['system', 'more'],
  motion: ['system', 'less'],
}
const platforms: readonly Installation['platform'][] = ['electron', 'headless']
const operatingSystems: readonly Installation['operatingSystem'][] = ['linux', 'darwin', 'win32']

/**
 * What main said last time. Null where it never said that the first run is over, or where what stands there is not of this
 * Parley: then nothing of the app is drawn before it answers.
 */
export function readRememberedLook(storage: Pick<Storage, 'getItem'>): RememberedLook | null {
  try {
    return lookOf(JSON.parse(storage.getItem(KEY) ?? 'null'))
  } catch {
    return null
  }
}

/** Keeps it up to date with what main says, and forgets it while the first run is to be gone through. Returns the way to stop. */
export function rememberLook(
  { subscribe }: { subscribe(listener: (state: AppState) => void): () => void },
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
): () => void {
  let kept: string | null = null
  return subscribe((state) => {
    if (state.opening.phase !== 'ready') return
    const next = isSetUp(state) ? JSON.stringify(seenIn(state)) : ''
    if (next === kept) return
    kept = next
    try {
      if (next === '') storage.removeItem(KEY)
      else storage.setItem(KEY, next)
    } catch {
      // a storage that takes nothing costs the next start its first picture
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

function lookOf(kept: unknown): RememberedLook | null {
  const { look, installation } = fieldsOf(kept)
  const shown = fieldsOf(look)
  const { platform, operatingSystem, systemLocale } = fieldsOf(installation)
  const found = {
    theme: oneOf(choices.theme, shown.theme),
    // one that Parley does not have is chosen again
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

/** @throws Error where it is none of them */
function oneOf<Value>(values: readonly Value[], value: unknown): Value {
  const found = values.find((one) => one === value)
  if (found === undefined) throw new Error('what was remembered is of another Parley')
  return found
}
