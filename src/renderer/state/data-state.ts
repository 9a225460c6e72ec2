import type { Artifact } from '../../shared/data/artifact'
import type { WaitingImport } from '../../shared/data/import-choices'
import type { DataSource } from '../../shared/data/source'

/** The page's state of data. */
export interface DataState {
  /** The stored results that are known. */
  readonly artifacts: { readonly [artifactId: string]: Artifact }
  /** Results that main no longer has or could not return, with the reason. */
  readonly artifactFailures: { readonly [artifactId: string]: string }
  /** The panel next to the thread: one result, or with null the list of all; null: closed. */
  readonly dataPanel: { readonly artifactId: string | null } | null
  /** null until loaded */
  readonly sources: readonly DataSource[] | null
  /** files whose first rows the user sees before they are imported, in the order in which they came */
  readonly waitingImports: readonly WaitingImport[]
}

export const initialDataState: DataState = { artifacts: {}, artifactFailures: {}, dataPanel: null, sources: null, waitingImports: [] }
