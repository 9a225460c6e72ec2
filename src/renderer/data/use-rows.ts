import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Artifact } from '../../shared/data/artifact'
import type { ArtifactView } from '../../shared/ipc/data-calls'
import { useServices } from '../state/context'
import { createRowWindows, type RowWindows, windowOf } from './row-windows'

/**
 * The rows of a result in a view; starts again for another result. The view must be the same object while it is the
 * same view.
 */
export function useRows({ artifactId, createdAt, columns }: Artifact, view: ArtifactView, size = windowOf(columns.length)): RowWindows {
  const { client } = useServices()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result that was made again has the same id and other rows
  const rows = useMemo(() => createRowWindows(client, artifactId, view, size), [client, artifactId, createdAt, view, size])
  useSyncExternalStore(rows.onChange, rows.version)
  useEffect(() => rows.need(0, 0), [rows])
  return rows
}
