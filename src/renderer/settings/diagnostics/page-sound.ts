import type { PageSound } from '../../../shared/diagnostics/diagnosis'

/** What the page sees of the machine's sound: counts, never names. Nothing is opened and nobody is asked. */
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
