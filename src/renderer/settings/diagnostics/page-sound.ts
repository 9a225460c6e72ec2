import type { PageSound } from '../../../shared/diagnostics/diagnosis'

/**
 * What the page knows about the computer's sound: counts, never names. It opens no device and asks for no permission.
 */
export async function pageSound(): Promise<PageSound> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const count = (kind: MediaDeviceKind): number => devices.filter((device) => device.kind === kind).length
  const permission = await navigator.permissions.query({ name: 'microphone' }).then(
    ({ state }) => state,
    () => 'unknown' as const,
  )
  return {
    microphones: count('audioinput'),
    loudspeakers: count('audiooutput'),
    microphonePermission: permission,
    engine: navigator.userAgent.slice(0, 400),
  }
}
