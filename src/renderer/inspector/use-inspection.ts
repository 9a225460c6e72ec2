import { useEffect, useRef, useState } from 'react'
import { Inspection } from '../../shared/inspector/inspection'
import type { Client } from '../../shared/ipc/client'

/**
 * The known wire traffic of a conversation. `version` changes whenever the inspection, which is the same object, has
 * grown.
 */
export interface KnownWire {
  readonly inspection: Inspection
  readonly version: number
  /** everything recorded so far is read */
  readonly read: boolean
  readonly failure: string | null
}

/** Reads what was recorded of a conversation, piece by piece, and continues as it grows. */
export function useInspection(client: Pick<Client, 'call' | 'on'>, conversationId: string | null): KnownWire {
  const inspection = useRef(new Inspection())
  const [state, setState] = useState({ version: 0, read: false, failure: null as string | null })
  useEffect(() => {
    let wanted = true
    let reading = false
    let again = false
    let place = { fromEvent: 0, fromStep: 0 }
    inspection.current = new Inspection()
    setState(({ version }) => ({ version: version + 1, read: false, failure: null }))

    const readAll = async (id: string): Promise<void> => {
      if (reading) {
        again = true
        return
      }
      reading = true
      try {
        for (let more = true; more && wanted; ) {
          const reply = await client.call('inspector.read', { conversationId: id, ...place })
          if (!wanted) return
          if (!reply.ok) {
            setState(({ version }) => ({ version, read: true, failure: reply.error.message }))
            break
          }
          if (reply.value.lost) inspection.current = new Inspection()
          inspection.current.take(reply.value.events, reply.value.steps)
          place = { fromEvent: reply.value.nextEvent, fromStep: reply.value.nextStep }
          more = reply.value.more || again
          again = false
          const read = !more
          setState(({ version }) => ({ version: version + 1, read, failure: null }))
        }
      } finally {
        reading = false
      }
    }

    if (conversationId === null) return
    void readAll(conversationId)
    const stop = client.on('inspector.grew', (grown) => {
      if (grown.conversationId === conversationId) void readAll(conversationId)
    })
    return () => {
      wanted = false
      stop()
    }
  }, [client, conversationId])
  return { inspection: inspection.current, ...state }
}
