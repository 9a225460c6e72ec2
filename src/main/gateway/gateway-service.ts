import type { GatewayState, gatewayCalls } from '../../shared/ipc/gateway-calls'
import { CallError, type Handlers } from '../../shared/ipc/router'
import type { Settings } from '../../shared/ipc/schemas'
import type { Emit } from '../conversations/thread-writer'
import { createGateway, type GatewayOptions } from './gateway'
import type { GatewayLimits } from './gateway-limits'

/** Other limits, or another port than the settings name; for tests and for the command line. */
export interface GatewayWishes {
  readonly limits?: Partial<GatewayLimits>
  readonly open?: { readonly port: number }
}

/** The gateway as the settings want it. */
export interface GatewayService {
  readonly handlers: Pick<Handlers, keyof typeof gatewayCalls>
  /** Opens, moves or closes the gateway, as these settings say. */
  follow(settings: Pick<Settings, 'gateway' | 'gatewayPort'>): Promise<void>
  state(): GatewayState
  close(): Promise<void>
}

export interface GatewayServiceOptions extends Omit<GatewayOptions, 'onClients' | 'limits'> {
  readonly emit: Emit
  readonly wishes: GatewayWishes
}

export function createGatewayService({ emit, wishes, ...options }: GatewayServiceOptions): GatewayService {
  let problem: string | null = null
  let following: Promise<void> = Promise.resolve()
  const gateway = createGateway({ ...options, limits: wishes.limits, onClients: tell })

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

  async function apply(wanted: number | null): Promise<void> {
    if (wanted !== null && wanted !== 0 && wanted === gateway.port()) return
    await gateway.close()
    const opened = wanted === null ? null : await gateway.open(wanted)
    problem = opened?.ok === false ? opened.error.message : null
    tell()
  }

  return {
    state,
    follow(settings) {
      const wanted = wishes.open?.port ?? (settings.gateway ? settings.gatewayPort : null)
      if (wanted === null && gateway.port() === null && problem === null) return following
      following = following.then(() => apply(wanted))
      return following
    },
    async close() {
      await following
      await gateway.close()
    },
    handlers: {
      'gateway.state': state,
      'gateway.addClient'(wanted) {
        const added = gateway.clients.add(wanted)
        if (!added.ok) throw new CallError(added.error.code, added.error.message)
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
