import { gatewayScopeSchema } from '../../shared/gateway/gateway-client'
import type { GatewayState, gatewayCalls } from '../../shared/ipc/gateway-calls'
import { CallError, type Handlers } from '../../shared/ipc/router'
import type { Settings } from '../../shared/ipc/schemas'
import { textOf } from '../../shared/lib/result'
import type { DisplayText } from '../../shared/messages/message'
import type { Emit } from '../lib/emit'
import { createTaskQueue } from '../lib/task-queue'
import { createGateway, type GatewayOptions } from './gateway'
import type { GatewayLimits } from './gateway-limits'

/** Limits or a port that override the settings; for tests and the command line. */
export interface GatewayOverrides {
  readonly limits?: Partial<GatewayLimits>
  readonly open?: { readonly port: number }
  /** A program that gets a token at the start, in place of its old one: this one, or a new one. `origins`: web pages that may use it. */
  readonly firstClient?: { readonly name: string; readonly token: string | null; readonly origins?: readonly string[] }
}

/** Keeps the gateway as the settings require. */
export interface GatewayService {
  readonly handlers: Pick<Handlers, keyof typeof gatewayCalls>
  /** Opens, moves or closes the gateway to match these settings. */
  follow(settings: Pick<Settings, 'gateway' | 'gatewayPort'>): Promise<void>
  state(): GatewayState
  address(): { readonly gateway?: { readonly url: string; readonly token: string | null } }
  close(): Promise<void>
}

export interface GatewayServiceOptions extends Omit<GatewayOptions, 'onClients' | 'onRewound' | 'limits'> {
  readonly emit: Emit
  readonly overrides: GatewayOverrides
}

export function createGatewayService({ emit, overrides, ...options }: GatewayServiceOptions): GatewayService {
  let problem: DisplayText | null = null
  let firstToken: string | null = null
  const inOrder = createTaskQueue()
  let following: Promise<void> = Promise.resolve()
  const gateway = createGateway({
    ...options,
    limits: overrides.limits,
    onClients: tell,
    onRewound: (conversationId) => emit('conversation.rewound', { conversationId }),
  })

  function state(): GatewayState {
    return {
      port: gateway.port(),
      problem,
      clients: gateway.clients.list().map((client) => ({ ...client, scopes: [...client.scopes], origins: [...client.origins] })),
    }
  }

  function tell(): void {
    emit('gateway.changed', state())
  }

  function tokenFor({ name, token, origins = [] }: NonNullable<GatewayOverrides['firstClient']>): string | null {
    const given = gateway.clients.give({ name, scopes: gatewayScopeSchema.options, origins }, token)
    return given.ok ? given.value.token : null
  }

  async function apply(wanted: number | null): Promise<void> {
    const port = gateway.port()
    // any free port will do: keep the current one
    if (wanted !== null && port !== null && (wanted === 0 || wanted === port)) return
    await gateway.close()
    const opened = wanted === null ? null : await gateway.open(wanted)
    problem = opened?.ok === false ? textOf(opened.error) : null
    if (opened?.ok === true && overrides.firstClient !== undefined && firstToken === null) firstToken = tokenFor(overrides.firstClient)
    tell()
  }

  return {
    state,
    address() {
      const port = gateway.port()
      return port === null ? {} : { gateway: { url: `http://127.0.0.1:${port}`, token: firstToken } }
    },
    follow(settings) {
      const wanted = overrides.open?.port ?? (settings.gateway ? settings.gatewayPort : null)
      if (wanted === null && gateway.port() === null && problem === null) return following
      following = inOrder(() => apply(wanted))
      return following
    },
    async close() {
      await inOrder(() => gateway.close())
    },
    handlers: {
      'gateway.state': state,
      'gateway.addClient'(wanted) {
        const added = gateway.clients.add(wanted)
        if (!added.ok) throw new CallError(added.error.code, textOf(added.error))
        const { client, token } = added.value
        return { client: { ...client, scopes: [...client.scopes], origins: [...client.origins] }, token }
      },
      'gateway.revokeClient'({ clientId }) {
        if (!gateway.clients.revoke(clientId)) throw new CallError('client-unknown', 'This program has no access any more.')
        return null
      },
    },
  }
}
