import { onTestFinished } from 'vitest'
import type { GatewayLimits } from '../../src/main/gateway/gateway-limits'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import type { Fixture } from '../../src/shared/fixtures/fixture'
import type { GatewayScope } from '../../src/shared/gateway/gateway-client'
import type { JsonObject } from '../../src/shared/lib/json'
import { type InProcessApp, type InProcessOptions, startInProcess } from './app-in-process'
import { geminiAt } from './gemini-at'
import { paperDesktop } from './paper-desktop'
import { answer, chunk, finish, says, textRecording, words } from './text-recording'

/** The app with an open gateway, and one client. */
export interface GatewayRig {
  readonly app: InProcessApp
  readonly port: number
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  readonly token: string
  readonly clientId: string
  readonly headers: { readonly authorization: string }
  addClient(
    name: string,
    scopes: readonly GatewayScope[],
    origins?: readonly string[],
  ): Promise<{ readonly clientId: string; readonly token: string }>
}

const everything: readonly GatewayScope[] = ['chat', 'live', 'data', 'approve-low', 'approve-medium']

/** Starts the app with an open gateway; it is closed after the test. */
export async function startGateway(
  wishes: InProcessOptions & {
    readonly scopes?: readonly GatewayScope[]
    readonly limits?: Partial<GatewayLimits>
    readonly port?: number
    readonly name?: string
  },
): Promise<GatewayRig> {
  const { scopes = everything, limits = {}, port: wantedPort = 0, name = 'test', ...rest } = wishes
  const desktop = paperDesktop({ writeClipboard: () => Promise.resolve() })
  const app = await startInProcess({ speed: 50, desktop, ...rest, gateway: { open: { port: wantedPort }, limits } })
  onTestFinished(() => app.remove())
  const { port } = await app.call('gateway.state', null)
  if (port === null) throw new Error('the gateway is not open')
  const addClient: GatewayRig['addClient'] = async (name, wanted, origins = []) => {
    const { client, token } = await app.call('gateway.addClient', { name, scopes: [...wanted], origins: [...origins] })
    return { clientId: client.clientId, token }
  }
  const { clientId, token } = await addClient(name, scopes)
  return { app, port, url: `http://127.0.0.1:${port}`, token, clientId, headers: { authorization: `Bearer ${token}` }, addClient }
}

/**
 * A service of text models for the app, which survives its restarts and stores its requests. Start the app with its
 * `wishes`.
 */
export async function answeringService(recording: Fixture) {
  const service = await startFixtureServer({ fixture: recording, speed: 50 })
  geminiAt(service.baseUrl)
  onTestFinished(async () => {
    geminiAt(null)
    await service.close()
  })
  return {
    wishes: { fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } },
    asked: () => service.received().flatMap(({ protocol, frame }) => (protocol === 'text' ? [frame] : [])),
  }
}

/** A call in the form of a text model's recording. */
export function modelCall(id: string, name: string, args: JsonObject): JsonObject {
  return { functionCall: { id, name, args } }
}

/** A text for the clipboard: Parley requests approval once, which a client with medium risk can answer. */
export const copied: JsonObject = { text: 'INV-2231' }

/** The model copies that text, and says these words once it is told how that ended. */
export function copyThenSay(text: string): Fixture {
  return textRecording([words, chunk(modelCall('copy', 'write_clipboard', copied)), finish(), answer('copy'), says(text), finish()])
}

/** A small payment that Parley only asks about in its own window. */
export const payment: JsonObject = {
  recipient: 'Hoshino Print K.K.',
  amount: 48_600,
  currency: 'JPY',
  account: 'studio ··4417',
  reference: 'INV-2231',
  when: '2026-11-28',
}
