import { join } from 'node:path'
import { usualContractRows, usualRows } from '../../shared/data/limits'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { Emit } from '../lib/emit'
import type { PrivateStore } from '../storage/database/private-store'
import { type ArtifactLimits, type ArtifactStore, createArtifactStore, usualArtifactLimits } from './artifacts/artifact-store'
import { createRowReader, type RowReader } from './artifacts/row-reader'
import { createEngine, type Engine } from './engine'
import { createQueryService, type QueryService } from './query/query-service'
import { createSourceService, type SourceService } from './sources/source-service'
import { createTakeOver } from './sources/take-over'

/** Files that come with the app. */
export interface DataFiles {
  /** the bundled script of the query workers */
  readonly worker: string
  /** the sample database; null where there is none */
  readonly sample: string | null
}

/** What the data side of the app needs. */
export interface DataServiceOptions {
  readonly store: Pick<PrivateStore, 'dataSources' | 'artifacts' | 'gatewayThreads' | 'privately'>
  readonly userDataFolder: string
  readonly files: DataFiles
  readonly clock: Clock
  readonly newId: NewId
  readonly emit: Emit
  readonly report: (error: unknown) => void
  /** A worker does not end: see `Platform.endByForce`. */
  readonly onStuck: () => void
  readonly limits?: ArtifactLimits
}

/** Sources, queries and stored results. */
export interface DataService {
  readonly engine: Engine
  readonly sources: SourceService
  readonly artifacts: ArtifactStore
  readonly queries: QueryService
  readonly reader: RowReader
  close(): Promise<void>
}

/** Connects the parts over the folder `data` of the user's data. */
export function createDataService(options: DataServiceOptions): DataService {
  const { store, files, clock, newId, emit, report, onStuck, limits = usualArtifactLimits } = options
  const folder = join(options.userDataFolder, 'data')
  const engine = createEngine({ workerFile: files.worker, workFolder: join(folder, 'work'), clock, newId, onStuck })
  const sources = createSourceService({
    table: store.dataSources,
    folder: join(folder, 'sources'),
    sampleFile: files.sample,
    engine,
    clock,
    newId,
    takeOver: createTakeOver(engine),
    onChange: () => emit('sources.changed', { sources: [...sources.list()] }),
    report,
  })
  const reader = createRowReader({
    engine,
    placeOf: (artifactId) => artifacts.placeOf(artifactId),
    clock,
    report,
  })
  const artifacts: ArtifactStore = createArtifactStore({
    table: store.artifacts,
    folder: join(folder, 'artifacts'),
    isPrivate: store.privately.has,
    isOutside: store.gatewayThreads.has,
    clock,
    limits,
    onChange(artifact) {
      // its rows may have gone or changed: cached ones are released
      reader.forget(artifact.artifactId)
      emit('artifact.changed', artifact)
    },
    onRemove(artifactId) {
      reader.forget(artifactId)
      emit('artifact.removed', { artifactId })
    },
    report,
  })
  const queries = createQueryService({
    ...{ engine, sources, artifacts, clock, newId },
    isPrivate: store.privately.has,
    usualRows: (conversationId) => (store.gatewayThreads.isContract(conversationId) ? usualContractRows : usualRows),
    keepMs: limits.keepMs,
  })
  return {
    engine,
    sources,
    artifacts,
    queries,
    reader,
    async close() {
      artifacts.close()
      await Promise.all([reader.close(), sources.close()])
      await engine.close()
    },
  }
}
