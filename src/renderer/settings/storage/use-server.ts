import { useEffect, useState } from 'react'
import type { ServerState } from '../../../shared/ipc/server-calls'
import { useServices } from '../../state/context'

/** Main's state of the libSQL server; null until it has replied. */
export function useServer(): ServerState | null {
  const { client } = useServices()
  const [state, setState] = useState<ServerState | null>(null)
  useEffect(() => {
    const stop = client.on('server.changed', setState)
    void client.call('server.state', null).then((reply) => {
      if (reply.ok) setState(reply.value)
    })
    return stop
  }, [client])
  return state
}
