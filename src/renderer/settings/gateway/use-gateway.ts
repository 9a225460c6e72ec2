import { useCallback, useEffect, useState } from 'react'
import type { GatewayState } from '../../../shared/ipc/gateway-calls'
import { useServices } from '../../state/context'

/** The gateway's state from main; null until it has replied. */
export function useGateway(): GatewayState | null {
  const { client } = useServices()
  const [state, setState] = useState<GatewayState | null>(null)
  const read = useCallback(async () => {
    const reply = await client.call('gateway.state', null)
    if (reply.ok) setState(reply.value)
  }, [client])
  useEffect(() => {
    void read()
    return client.on('gateway.changed', setState)
  }, [client, read])
  return state
}
