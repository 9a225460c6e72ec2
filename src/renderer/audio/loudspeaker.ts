import type { Clock, Timer } from '../../shared/lib/clock'
import { browserClock } from './browser-clock'
import { DEVICE_CHANGE_MS } from './capture-times'

declare global {
  /** The Web Audio API's output device, missing in the DOM library. Empty: the system's default. */
  interface AudioContext {
    setSinkId(sinkId: string): Promise<void>
  }
}

/** The chosen device. Field names are those of the settings; an empty id is the system's default. */
export interface LoudspeakerChoice {
  readonly loudspeakerId: string
  /** Its label when it was chosen: ids change, labels mostly stay. */
  readonly loudspeakerLabel: string
}

/** The part of `navigator.mediaDevices` that output selection uses. */
export type OutputSource = Pick<MediaDevices, 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>

export interface LoudspeakerSettings {
  /** Called at every change. */
  readonly getChoice: () => LoudspeakerChoice
  /** True: the chosen device is gone and the default is used instead; false: it is back, or another was chosen. */
  readonly onDefaultUsed: (used: boolean) => void
  readonly mediaDevices?: OutputSource | undefined
  readonly clock?: Clock
}

/** The output of all of Parley's sound. No method throws. */
export interface Loudspeaker {
  /** Routes this context to the chosen device from now on. A closed one is released. */
  route(context: AudioContext): void
  /** Applies a changed choice, or a changed permission to see devices. */
  refresh(): void
  close(): void
}

/** An output device, as the browser lists it. */
export interface OutputDevice {
  readonly loudspeakerId: string
  readonly label: string
}

/** Keeps the sound of all routed contexts on the chosen device, also when it is unplugged and comes back. */
export function createLoudspeaker(settings: LoudspeakerSettings): Loudspeaker {
  const clock = settings.clock ?? browserClock
  const devices = settings.mediaDevices ?? navigator.mediaDevices
  const contexts = new Set<AudioContext>()
  let defaultUsed = false
  /** Of several simultaneous changes the last one counts. */
  let change = 0
  let timer: Timer | null = null
  let closed = false

  const report = (used: boolean): void => {
    if (used === defaultUsed || closed) return
    defaultUsed = used
    settings.onDefaultUsed(used)
  }

  async function follow(): Promise<void> {
    const mine = ++change
    const choice = settings.getChoice()
    const found = findOutput(await listLoudspeakers(devices), choice)
    if (mine !== change || closed) return
    const deviceId = found.state === 'there' ? found.deviceId : ''
    let gone = found.state === 'gone'
    for (const context of contexts) {
      if (context.state === 'closed') contexts.delete(context)
      else if (!(await take(context, deviceId))) gone = true
      if (mine !== change) return
    }
    report(gone)
  }

  const onDeviceChange = (): void => {
    timer?.cancel()
    timer = clock.after(DEVICE_CHANGE_MS, () => void follow())
  }
  devices?.addEventListener('devicechange', onDeviceChange)

  return {
    route(context) {
      contexts.add(context)
      if (settings.getChoice().loudspeakerId !== '') void follow()
    },
    refresh: () => void follow(),
    close() {
      closed = true
      timer?.cancel()
      contexts.clear()
      devices?.removeEventListener('devicechange', onDeviceChange)
    },
  }
}

/** The available outputs; empty while the page may not see devices, or if there are none. */
export async function listLoudspeakers(source: Pick<MediaDevices, 'enumerateDevices'> | undefined): Promise<readonly OutputDevice[]> {
  try {
    const found = (await source?.enumerateDevices()) ?? []
    return found
      .filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== '' && deviceId !== 'default' && deviceId !== 'communications')
      .map(({ deviceId, label }) => ({ loudspeakerId: deviceId, label }))
  } catch {
    return []
  }
}

/** Whether a chosen device is available, and its current id. */
export type FoundOutput = { readonly state: 'there'; readonly deviceId: string } | { readonly state: 'gone' | 'unseen' }

/**
 * The current id of the choice: its own, or that of a device with the same label. `gone`: it is not among the outputs;
 * `unseen`: the page sees no outputs, so it is unknown.
 */
export function findOutput(outputs: readonly OutputDevice[], choice: LoudspeakerChoice): FoundOutput {
  const { loudspeakerId, loudspeakerLabel } = choice
  if (loudspeakerId === '') return { state: 'there', deviceId: '' }
  if (outputs.length === 0) return { state: 'unseen' }
  if (outputs.some((output) => output.loudspeakerId === loudspeakerId)) return { state: 'there', deviceId: loudspeakerId }
  const namesake = loudspeakerLabel === '' ? undefined : outputs.find(({ label }) => label === loudspeakerLabel)
  return namesake === undefined ? { state: 'gone' } : { state: 'there', deviceId: namesake.loudspeakerId }
}

/** False if the device refused and the default was used instead. */
async function take(context: AudioContext, deviceId: string): Promise<boolean> {
  try {
    await context.setSinkId(deviceId)
    return true
  } catch {
    if (deviceId === '') return true
    await context.setSinkId('').catch(() => {})
    return context.state === 'closed'
  }
}
