import type { QueryDetails } from '../../shared/data/query-details'
import type { dataCalls } from '../../shared/ipc/data-calls'
import { CallError, type Handlers, orRefuse } from '../../shared/ipc/router'
import { messageOf } from '../../shared/messages/message'
import { executeSql } from '../../shared/tools/execute-sql'
import { queryArtifact } from '../../shared/tools/query-artifact'
import { translatorFor } from '../lib/translations'
import type { Desktop } from '../platform/desktop'
import type { DataService } from './data-service'
import type { ExportService } from './export/export-service'
import { describeQuery } from './query/describe-query'
import type { QueryRequest } from './query/query-service'
import type { UploadService } from './sources/upload-service'
import type { WaitingImports } from './sources/waiting-imports'

/** The handlers of the calls about data. */
export type DataHandlers = Pick<Handlers, keyof typeof dataCalls>

/** Dependencies of these calls. */
export interface DataHandlersOptions {
  readonly data: DataService
  readonly exports: ExportService
  readonly uploads: UploadService
  readonly imports: WaitingImports
  readonly desktop: Pick<Desktop, 'chooseFile'> | null
  /** the language of the user */
  locale(): string
}

/** One handler per call: each only finds the part that owns the answer. */
export function createDataHandlers({ data, exports, uploads, imports, desktop, locale }: DataHandlersOptions): DataHandlers {
  const { sources, artifacts, queries, reader } = data
  const listed = () => ({ sources: [...sources.list()] })

  return {
    'source.list': listed,
    'source.choose': async () => {
      if (desktop === null) return { kind: 'no-dialog' }
      const i18n = translatorFor(locale())
      const path = await desktop.chooseFile({ title: i18n.t('dialog.addSource'), button: i18n.t('dialog.add') })
      return path === null ? { kind: 'cancelled' } : { kind: 'added', ...(await imports.offer(path, 'user')) }
    },
    'source.upload': async ({ fileName }) => ({ uploadId: await uploads.begin(fileName) }),
    'source.piece': async ({ uploadId, bytes }) => {
      await uploads.piece(uploadId, bytes)
      return null
    },
    'source.uploaded': ({ uploadId }) => uploads.finish(uploadId),
    'source.uploadCancelled': async ({ uploadId }) => {
      await uploads.cancel(uploadId)
      return null
    },
    'import.preview': ({ importId, choices, sheet }) => imports.preview(importId, choices, sheet),
    'import.start': async ({ importId, choices }) => ({ sourceIds: await imports.start(importId, choices) }),
    'import.cancel': async ({ importId }) => {
      await imports.cancel(importId)
      return null
    },
    'source.rename': ({ sourceId, name }) => {
      orRefuse(sources.rename(sourceId, name))
      return listed()
    },
    'source.remove': async ({ sourceId }) => {
      await sources.remove(sourceId)
      return listed()
    },
    'source.schema': async ({ sourceId }) => {
      return { tables: [...orRefuse(await sources.schema(sourceId))] }
    },
    'query.describe': async ({ toolName, conversationId, input }) => {
      const details = await describeCall(data, { toolName, conversationId, input })
      return details ?? { kind: 'refused', problem: messageOf('query-arguments-do-not-fit') }
    },
    'artifact.list': ({ conversationId }) => ({ artifacts: [...artifacts.list(conversationId)] }),
    'artifact.get': ({ artifactId }) => orRefuse(artifacts.get(artifactId)),
    'artifact.rows': async ({ artifactId, view, from, count }) => {
      const artifact = orRefuse(artifacts.get(artifactId))
      if (artifact.state === 'gone') throw new CallError('artifact-gone', messageOf('artifact-gone', { name: artifact.title }))
      return orRefuse(await reader.read(artifact, { table: artifact.sqlName, view, from, count }))
    },
    'artifact.again': async ({ artifactId }) => orRefuse(await queries.again(artifactId)),
    'artifact.rename': ({ artifactId, title }) => orRefuse(artifacts.update(artifactId, { title })),
    'artifact.keep': ({ artifactId, kept }) => orRefuse(artifacts.keep(artifactId, kept)),
    'artifact.remove': async ({ artifactId }) => {
      await artifacts.remove(artifactId)
      return null
    },
    'export.begin': ({ fileNames }) => exports.begin(fileNames),
    'export.piece': async ({ exportId, bytes }) => {
      await exports.piece(exportId, bytes)
      return null
    },
    'export.finish': ({ exportId }) => exports.finish(exportId),
    'export.cancel': async ({ exportId }) => {
      await exports.cancel(exportId)
      return null
    },
  }
}

/** What a call would do; null for other tools, and for invalid arguments. */
export async function describeCall(
  data: DataService,
  { toolName, conversationId, input }: { readonly toolName: string; readonly conversationId: string; readonly input: unknown },
): Promise<QueryDetails | null> {
  const asked = askedBy(toolName, input)
  return asked === null ? null : describeQuery(data, { conversationId, ...asked })
}

/** The query in a call of a query tool; null for invalid arguments, for example while they are edited. */
function askedBy(
  toolName: string,
  input: unknown,
): (Pick<QueryRequest, 'origin' | 'sql' | 'maxRows'> & { readonly reason: string }) | null {
  if (toolName === executeSql.name) {
    const parsed = executeSql.input.safeParse(input)
    if (!parsed.success) return null
    const { source, sql, reason, max_rows } = parsed.data
    return { origin: { kind: 'source', name: source }, sql, reason, maxRows: max_rows ?? null }
  }
  if (toolName !== queryArtifact.name) return null
  const parsed = queryArtifact.input.safeParse(input)
  if (!parsed.success) return null
  const { artifacts, sql, reason, max_rows } = parsed.data
  return { origin: { kind: 'artifacts', names: artifacts }, sql, reason, maxRows: max_rows ?? null }
}
