import type { Clock, Timer } from '../../shared/lib/clock'
import { DEVICE_CHANGE_MS } from './capture-times'
import type { MicrophoneSource } from './microphone'

/** Watches the devices while a microphone is used. */
export interface DeviceWatch {
  /** A microphone was opened: what is the system's default now is known from now on. */
  opened(): void
  close(): void
}

/**
 * Tells that devices came or went, once for a burst of changes, and whether another microphone is the system's default now.
 * Where the page may not see what the default is, it never is another.
 */
export function watchDevices(
  devices: MicrophoneSource | undefined,
  clock: Clock,
  onSettled: (isOtherDefault: boolean) => void,
): DeviceWatch {
  let timer: Timer | null = null
  let closed = false
  let known = ''

  /** True when the default is another than the one known before. */
  async function look(): Promise<boolean> {
    const before = known
    const found = await defaultMark(devices)
    if (found !== '') known = found
    return before !== '' && found !== '' && before !== found
  }

  const onDeviceChange = (): void => {
    timer?.cancel()
    timer = clock.after(DEVICE_CHANGE_MS, () => {
      void look().then((isOther) => {
        if (!closed) onSettled(isOther)
      })
    })
  }
  devices?.addEventListener('devicechange', onDeviceChange)

  return {
    opened: () => void look(),
    close() {
      closed = true
      timer?.cancel()
      devices?.removeEventListener('devicechange', onDeviceChange)
    },
  }
}

/** What tells the default microphone from another that took its place; empty where it can't be seen. */
async function defaultMark(devices: MicrophoneSource | undefined): Promise<string> {
  const found = (await devices?.enumerateDevices().catch(() => [])) ?? []
  const input = found.find(({ kind, deviceId }) => kind === 'audioinput' && deviceId === 'default')
  return input === undefined || input.label === '' ? '' : `${input.groupId} ${input.label}`
}
