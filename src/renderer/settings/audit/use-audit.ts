import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuditCheck, AuditEntry, AuditKind } from '../../../shared/audit/audit-entry'
import { useApp, useServices } from '../../state/context'

const PAGE = 50

/** The filter of entries; empty strings match everything. */
export interface AuditFilter {
  readonly toolName: string
  readonly kind: AuditKind | ''
}

/** The entries read so far, newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  readonly check: AuditCheck | null
  readonly hasMore: boolean
  readonly failure: string | null
  more(): void
}

/** Reads the trail by pages, and again whenever the filter or the state of a call changes. */
export function useAudit(filter: AuditFilter): AuditPage {
  const { client } = useServices()
  const approvals = useApp((state) => state.approvals)
  const calls = useApp((state) => state.calls)
  const [entries, setEntries] = useState<readonly AuditEntry[]>([])
  const [check, setCheck] = useState<AuditCheck | null>(null)
  const [hasMore, setHasMore] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** Only the reply to the latest request counts. */
  const asked = useRef(0)

  const read = useCallback(
    async (known: readonly AuditEntry[], { toolName, kind }: AuditFilter) => {
      asked.current += 1
      const mine = asked.current
      const before = known.at(-1)?.number
      const reply = await client.call('audit.list', {
        limit: PAGE,
        ...(toolName === '' ? {} : { toolName }),
        ...(kind === '' ? {} : { kind }),
        ...(before === undefined ? {} : { before }),
      })
      if (mine !== asked.current) return
      if (!reply.ok) return setFailure(reply.error.message)
      setFailure(null)
      setCheck(reply.value.check)
      setEntries([...known, ...reply.value.entries])
      setHasMore(reply.value.entries.length === PAGE)
    },
    [client],
  )

  const { toolName, kind } = filter
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed approval or call means that the trail has grown
  useEffect(() => void read([], { toolName, kind }), [read, toolName, kind, approvals, calls])

  return { entries, check, hasMore, failure, more: () => void read(entries, filter) }
}
