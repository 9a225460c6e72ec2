import type { StoredSource } from '../../storage/database/data-source-table'

/** A source of which nothing is known yet but what is given. */
export function newSource(
  given: Pick<StoredSource, 'sourceId' | 'name' | 'kind' | 'addedAt' | 'copiedAt'> & Partial<StoredSource>,
): StoredSource {
  return { fileNames: [], state: { kind: 'ready' }, tables: [], bytes: 0, notes: [], paths: [], stamp: '', hidden: false, ...given }
}
