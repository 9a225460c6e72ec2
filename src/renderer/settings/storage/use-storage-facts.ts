import { useCallback, useEffect, useState } from 'react'
import type { CallReply } from '../../../shared/ipc/contract'
import { useApp, useServices } from '../../state/context'

export type StorageFacts = CallReply<'storage.facts'>

/** What is stored, read again whenever the list of conversations changes, and on request. */
export function useStorageFacts(): readonly [StorageFacts | null, () => void] {
  const { client } = useServices()
  const conversations = useApp((state) => state.conversations)
  const [facts, setFacts] = useState<StorageFacts | null>(null)
  const read = useCallback(async () => {
    const reply = await client.call('storage.facts', null)
    if (reply.ok) setFacts(reply.value)
  }, [client])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list of conversations means other facts
  useEffect(() => void read(), [read, conversations.length])
  return [facts, () => void read()]
}
