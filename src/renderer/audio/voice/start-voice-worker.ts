import { voiceWorkerTrust } from '../../../shared/audio/voice-worker'
import workerAddress from './voice.worker.ts?worker&url'

/** What the DOM library leaves out. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): { toString(): string } }
}

let trusted: { toString(): string } | null = null

/** Starts the worker that tells voices from noise. It has a policy of its own, which alone may compile WebAssembly. */
export function startVoiceWorker(): Worker {
  trusted ??= trust()
  // SECURITY: the page's policy takes no address as text; this one object is made from a file name that the build wrote
  return Reflect.construct(Worker, [trusted, { type: 'module', name: 'voice' }])
}

function trust(): { toString(): string } {
  const trustedTypes: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes')
  if (trustedTypes === undefined) return workerAddress
  const policy = trustedTypes.createPolicy(voiceWorkerTrust, {
    createScriptURL(address) {
      if (address !== workerAddress) throw new TypeError('only the voice worker may be started')
      return address
    },
  })
  return policy.createScriptURL(workerAddress)
}
