import { useEffect } from 'react'
import { ElicitationCards } from '../app/lazy-parts'
import { useApp, useServices } from '../state/context'

/** The open questions of servers, of whatever conversation: above the dock, so that they are seen wherever the thread stands. */
export function Elicitations() {
  const { client, store } = useServices()
  const isReady = useApp((state) => state.opening.phase === 'ready')
  const elicitations = useApp((state) => state.elicitations)
  useEffect(() => {
    // the page's first question is what it needs to be drawn
    if (!isReady) return
    void client.call('elicitations.list', null).then((reply) => {
      if (reply.ok) store.api.setState({ elicitations: reply.value.elicitations })
    })
  }, [client, store, isReady])
  return elicitations.length === 0 ? null : <ElicitationCards elicitations={elicitations} />
}
