import { useCallback, useEffect, useState } from 'react'
import type { ToolServerSummary } from '../../../shared/ipc/tool-server-calls'
import { useServices } from '../../state/context'

/** The MCP servers as main has them; null until it has replied. */
export function useToolServers(): readonly ToolServerSummary[] | null {
  const { client } = useServices()
  const [servers, setServers] = useState<readonly ToolServerSummary[] | null>(null)
  const read = useCallback(async () => {
    const reply = await client.call('toolServers.list', null)
    if (reply.ok) setServers(reply.value.servers)
  }, [client])
  useEffect(() => {
    void read()
    return client.on('toolServers.changed', (changed) => setServers(changed.servers))
  }, [client, read])
  return servers
}
