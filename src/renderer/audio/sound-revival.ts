import type { Clock, Timer } from '../../shared/lib/clock'
import { onChange } from '../../shared/lib/on-change'
import { browserClock } from './browser-clock'
import { DEVICE_CHANGE_MS } from './capture-times'
import type { MicrophoneSource } from './microphone'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** Dependencies and callbacks. */
export interface SoundRevivalOptions {
  readonly devices: Pick<MicrophoneSource, 'enumerateDevices' | 'addEventListener' | 'removeEventListener'> | undefined
  /** Ends the browser's sound process, so that a new one looks for the sound system again. */
  readonly renew: () => void
  /** The last sound device is gone: the sound system ended, or all were unplugged. False: there are devices again. */
  readonly onLost: (lost: boolean) => void
  readonly clock?: Clock
}

/**
 * Restores sound after the system's sound server died and was restarted, because the browser's own process never finds the new
 * one. While a former device is missing, the process is restarted in intervals that grow from half a second to 30 s. Does
 * nothing on a computer that never had a device.
 */
export function startSoundRevival({ devices, renew, onLost, clock = browserClock }: SoundRevivalOptions): { close(): void } {
  let timer: Timer | null = null
  let hadDevices = false
  let lost = false
  let pauseMs = FIRST_PAUSE_MS
  let closed = false
  const report = onChange<boolean>(false, onLost)

  const later = (milliseconds: number): void => {
    timer?.cancel()
    timer = clock.after(milliseconds, () => void look())
  }

  async function look(): Promise<void> {
    const found = await devices?.enumerateDevices().catch(() => null)
    if (closed || found === undefined || found === null) return
    const there = found.some(({ kind }) => kind === 'audioinput' || kind === 'audiooutput')
    hadDevices ||= there
    lost = hadDevices && !there
    report(lost)
    if (!lost) {
      pauseMs = FIRST_PAUSE_MS
      return
    }
    renew()
    later(pauseMs)
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
  }

  // while sound is lost, the restarts cause device changes themselves: only the intervals count
  const onDeviceChange = (): void => {
    if (!lost) later(DEVICE_CHANGE_MS)
  }
  devices?.addEventListener('devicechange', onDeviceChange)
  void look()

  return {
    close() {
      closed = true
      timer?.cancel()
      devices?.removeEventListener('devicechange', onDeviceChange)
    },
  }
}
