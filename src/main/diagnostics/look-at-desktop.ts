import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding, PageSound } from '../../shared/diagnostics/diagnosis'
import type { HotkeyState } from '../../shared/hotkeys/hotkey-state'
import type { KeyState } from '../../shared/ipc/key-state'
import { type Message, messageOf } from '../../shared/messages/message'
import { desktopFacts, holdObstacle } from '../platform/hotkeys/hotkey-plan'

type Environment = Readonly<Record<string, string | undefined>>
type System = 'linux' | 'darwin' | 'win32'

/** The origin of the API key. `key`: null if the app is not running, because only it can ask the key store. */
export function lookAtKey(key: KeyState | null, environment: Environment): Finding {
  const check = 'key'
  const source = key?.source ?? ((environment.GEMINI_API_KEY ?? '').trim() === '' ? 'none' : 'environment')
  if (source === 'none') return { check, state: 'attention', words: messageOf('doctor-key-none') }
  if (source === 'environment') return { check, state: 'good', words: messageOf('doctor-key-environment') }
  if (key?.storage === 'memory') return { check, state: 'attention', words: messageOf('doctor-key-memory') }
  return { check, state: 'good', words: messageOf('doctor-key-kept') }
}

/** How far the talk key reaches: as in the running app, or else as the desktop would allow. */
export async function lookAtTalkKey(
  hotkey: HotkeyState | null,
  system: System,
  environment: Environment,
  loadKeys: () => Promise<unknown>,
): Promise<Finding> {
  const check = 'talk-key'
  if (hotkey !== null && hotkey.mode !== 'none') {
    const keys = hotkey.keys.join(' ')
    return { check, state: 'good', words: messageOf(hotkey.mode === 'hold' ? 'doctor-talk-hold' : 'doctor-talk-toggle', { keys }) }
  }
  const reason =
    hotkey === null ? (holdObstacle(desktopFacts(system, environment, true)) ?? (await missing(loadKeys))) : (hotkey.reason ?? '')
  if (reason === null) return { check, state: 'good', words: messageOf('doctor-talk-possible') }
  return { check, state: 'attention', words: messageOf('doctor-talk-window', { reason }) }
}

async function missing(loadKeys: () => Promise<unknown>): Promise<Message | null> {
  return loadKeys().then(
    () => null,
    () => messageOf('doctor-talk-part'),
  )
}

/** Whether sound can be recorded and played: as the page sees it, or else as the system shows it. */
export async function lookAtSound(sound: PageSound | null, system: System, environment: Environment, root = '/'): Promise<Finding> {
  const check = 'sound'
  if (sound !== null) {
    const { microphones, loudspeakers, microphonePermission: permission } = sound
    if (microphones === 0) return { check, state: 'attention', words: messageOf('doctor-sound-no-microphone', { permission }) }
    return { check, state: 'good', words: messageOf('doctor-sound-page', { microphones, loudspeakers, permission }) }
  }
  if (system !== 'linux') return { check, state: 'good', words: messageOf('doctor-sound-unasked') }
  const server = soundServer(environment) ?? (await soundCards(root))
  if (server === null) return { check, state: 'attention', words: messageOf('doctor-sound-none') }
  return { check, state: 'good', words: messageOf('doctor-sound-server', { server }) }
}

function soundServer(environment: Environment): string | null {
  const folder = environment.XDG_RUNTIME_DIR ?? ''
  if ((environment.PULSE_SERVER ?? '') !== '') return 'PulseAudio'
  if (folder === '') return null
  if (existsSync(join(folder, 'pipewire-0'))) return 'PipeWire'
  return existsSync(join(folder, 'pulse', 'native')) ? 'PulseAudio' : null
}

/** `ALSA` if the kernel lists a card. */
async function soundCards(root: string): Promise<string | null> {
  const cards = await readFile(join(root, 'proc/asound/cards'), 'utf8').catch(() => '')
  return /^\s*\d+\s*\[/m.test(cards) ? 'ALSA' : null
}
