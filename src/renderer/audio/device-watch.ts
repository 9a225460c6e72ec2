import type { Clock, Timer } from '../../shared/lib/clock'
import { DEVICE_CHANGE_MS } from './capture-times'
import type { MicrophoneSource } from './microphone'

/** Watches the devices while a microphone is used. */
export interface DeviceWatch {
  /** A microphone was opened: remembers the system's current default. */
  opened(): void
  close(): void
}

/**
 * Reports that devices came or went, once for a burst of changes, and whether the system's default microphone changed. If
 * the page can't see the default, it never counts as changed.
 */
export function watchDevices(
  devices: MicrophoneSource | undefined,
  clock: Clock,
  onSettled: (isOtherDefault: boolean) => void,
): DeviceWatch {
  let timer: Timer | null = null
  let closed = false
  let known = ''

  /** True if the default differs from the remembered one. */
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

/** Identifies the default microphone; empty if it can't be seen. */
async function defaultMark(devices: MicrophoneSource | undefined): Promise<string> {
  const found = (await devices?.enumerateDevices().catch(() => [])) ?? []
  const input = found.find(({ kind, deviceId }) => kind === 'audioinput' && deviceId === 'default')
  return input === undefined || input.label === '' ? '' : `${input.groupId} ${input.label}`
}
