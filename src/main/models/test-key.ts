import type { CallReply } from '../../shared/ipc/contract'
import type { Settings } from '../../shared/ipc/schemas'
import { sessionChoicesSchema } from '../../shared/ipc/session-choices'
import { type KeyTestFailure, keyFailureSchema } from '../../shared/ipc/set-up-calls'
import type { Clock } from '../../shared/lib/clock'
import { readServiceAddress } from '../../shared/text/service-address'
import { checkKey } from '../storage/settings/api-key'
import { liveCapabilities } from './live/capabilities'
import { classifyClose, describeClose, type LiveClose } from './live/classify-close'
import type { LiveConnector } from './live/live-connector'

/** Dependencies of a key test. */
export interface KeyTestOptions {
  readonly connector: LiveConnector
  readonly clock: Clock
  readonly settings: () => Settings
  /** The current key, or null. */
  readonly current: () => string | null
}

type KeyTest = CallReply<'key.test'>

/** ms to wait for the service's answer. */
export const keyTestMs = 10_000

/**
 * Opens a session with the chosen model as a conversation would, and closes it once the setup is answered. The test can so distinguish
 * a refused key, a model that the key may not use, an exhausted quota, and a network that does not reach Gemini.
 */
export async function testKey(given: string | null, { connector, clock, settings, current }: KeyTestOptions): Promise<KeyTest> {
  const { model, liveModels, serviceAddress, ...others } = settings()
  const failed = (cause: KeyTestFailure, detail: string): KeyTest => ({ kind: 'failed', cause, model, detail })
  const checked = given === null ? null : checkKey(given)
  if (checked?.ok === false) return failed('key-malformed', checked.error.message)
  const apiKey = checked?.value ?? current()
  if (apiKey === null) return failed('key-missing', '')
  const address = readServiceAddress(serviceAddress)
  const setup = {
    apiKey,
    baseUrl: address.ok ? address.value.url : null,
    model,
    described: liveModels,
    googleSearch: false,
    names: [],
    choices: sessionChoicesSchema.parse(others),
    systemInstruction: 'Say nothing.',
    tools: [],
  }
  const began = clock.now()
  return new Promise((resolve) => {
    const timer = clock.after(keyTestMs, () => {
      resolve(failed('timeout', `no answer within ${keyTestMs / 1000} s`))
      connection.close()
    })
    const connection = connector.connect(
      { setup, capabilities: liveCapabilities(model, liveModels), handle: null, history: [] },
      {
        onOpen() {
          timer.cancel()
          resolve({ kind: 'works', model, ms: clock.now() - began })
          connection.close()
        },
        onFrame: () => undefined,
        onMalformed: () => undefined,
        onFrameFault: () => undefined,
        onClose(close) {
          timer.cancel()
          resolve(failed(causeOf(close), describeClose(close)))
        },
      },
    )
  })
}

function causeOf(close: LiveClose): KeyTestFailure {
  const cause = keyFailureSchema.safeParse(classifyClose(close).cause)
  return cause.success ? cause.data : 'internal'
}
