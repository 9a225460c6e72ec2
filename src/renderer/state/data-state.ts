import type { Artifact } from '../../shared/data/artifact'
import type { DataSource } from '../../shared/data/source'

/** What the page knows of data. */
export interface DataState {
  /** The kept results that were looked at or told of. */
  readonly artifacts: { readonly [artifactId: string]: Artifact }
  /** Results that main does not know any more, or could not give, with its words. */
  readonly artifactFailures: { readonly [artifactId: string]: string }
  /** The panel beside the thread: one result, or the list of all for null; null: closed. */
  readonly dataPanel: { readonly artifactId: string | null } | null
  /** null until they were read. */
  readonly sources: readonly DataSource[] | null
}

export const initialDataState: DataState = { artifacts: {}, artifactFailures: {}, dataPanel: null, sources: null }
