import { useEffect, useState } from 'react'
import type { HistoryHit } from '../../shared/ipc/history-calls'
import { longestSearch } from '../../shared/ipc/limits'
import { useServices } from '../state/context'

/** Main's results, and their query; earlier results stay until new ones arrive. */
export interface HistorySearch {
  readonly query: string
  readonly hits: readonly HistoryHit[]
  readonly failure: string | null
  /** the results are not those of the current query yet */
  readonly waits: boolean
}

/**
 * Searches all messages as the query changes; an answer that arrives after a newer one
 * is dropped.
 */
export function useHistorySearch(query: string): HistorySearch {
  const { client } = useServices()
  const [found, setFound] = useState<Omit<HistorySearch, 'waits'>>({ query: '', hits: [], failure: null })
  const wanted = query.trim().slice(0, longestSearch)
  useEffect(() => {
    if (wanted === '') {
      setFound({ query: '', hits: [], failure: null })
      return
    }
    let current = true
    void client.call('history.search', { text: wanted }).then((reply) => {
      if (!current) return
      setFound(
        reply.ok ? { query: wanted, hits: reply.value.hits, failure: null } : { query: wanted, hits: [], failure: reply.error.message },
      )
    })
    return () => {
      current = false
    }
  }, [wanted, client])
  return { ...found, waits: wanted !== found.query }
}
