import { useEffect, useState } from 'react'
import type { ContentFile, ContentItem, WantedContent } from '../../shared/servers/server-content'
import { useServices } from '../state/context'

/** What a server offers, as main has read it; `items` is null until then. */
interface OfferedContent {
  readonly items: readonly ContentItem[] | null
  readonly failure: string | null
  /** the server was asked for something and has not answered */
  readonly busy: boolean
  /** Null if it failed; `failure` says why. */
  read(item: ContentItem, values: Readonly<Record<string, string>>): Promise<readonly ContentFile[] | null>
}

export function useServerContent(name: string): OfferedContent {
  const { client } = useServices()
  const [items, setItems] = useState<readonly ContentItem[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(true)
  useEffect(() => {
    let wanted = true
    void client.call('toolServers.content', { name }).then((reply) => {
      if (!wanted) return
      setBusy(false)
      if (reply.ok) setItems(reply.value.items)
      else setFailure(reply.error.message)
    })
    return () => {
      wanted = false
    }
  }, [client, name])

  async function read(item: ContentItem, values: Readonly<Record<string, string>>) {
    setBusy(true)
    setFailure(null)
    const reply = await client.call('toolServers.read', { name, wanted: wantedOf(item, { ...values }) })
    setBusy(false)
    if (reply.ok) return reply.value.files
    setFailure(reply.error.message)
    return null
  }
  return { items, failure, busy, read }
}

function wantedOf(item: ContentItem, values: Record<string, string>): WantedContent {
  switch (item.kind) {
    case 'resource':
      return { kind: 'resource', uri: item.uri }
    case 'template':
      return { kind: 'template', template: item.template, values }
    case 'prompt':
      return { kind: 'prompt', name: item.name, values }
  }
}
