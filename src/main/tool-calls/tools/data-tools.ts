import { failure, type Result, textOf } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { messageOf } from '../../../shared/messages/message'
import { executeSql } from '../../../shared/tools/execute-sql'
import { exportCsv } from '../../../shared/tools/export-csv'
import { previewSchema } from '../../../shared/tools/preview-schema'
import { queryArtifact } from '../../../shared/tools/query-artifact'
import type { DataService } from '../../data/data-service'
import { schemaForModel } from '../../data/query/schema-for-model'
import { oneQuery } from '../../data/sandbox/one-query'
import { implementTool, type MainTool, ToolError } from './main-tool'
import { type PageTools, runInPage } from './page-tools'

const sentSchema = z.record(z.string(), z.json())

/** The tools that read the user's data. */
export function dataTools({ sources, queries, artifacts }: DataService, page: Pick<PageTools, 'run'>): readonly MainTool[] {
  const recall = artifacts.outputOfCall
  const titleOf = (artifactName: string, conversationId: string): string | null => {
    const found = artifacts.named(artifactName, conversationId)
    return found.ok ? found.value.title : null
  }
  return [
    implementTool(previewSchema, {
      async run({ source }, { conversationId }) {
        return orThrow(await schemaForModel(sources, artifacts.list(conversationId), source ?? null))
      },
      recall: () => null,
    }),
    refusingEarly(
      implementTool(executeSql, {
        async run({ source, sql, title, reason, max_rows }, { conversationId, toolCallId, signal }) {
          const query = { conversationId, toolCallId, sql, title: title ?? reason, maxRows: max_rows ?? null }
          return orThrow(await queries.run({ ...query, origin: { kind: 'source', name: source } }, signal))
        },
        recall,
      }),
    ),
    refusingEarly(
      implementTool(queryArtifact, {
        async run({ artifacts, sql, title, reason, max_rows }, { conversationId, toolCallId, signal }) {
          const query = { conversationId, toolCallId, sql, title: title ?? reason, maxRows: max_rows ?? null }
          return orThrow(await queries.run({ ...query, origin: { kind: 'artifacts', names: artifacts } }, signal))
        },
        recall,
        titleOf,
      }),
    ),
    implementTool(exportCsv, {
      async run(input, context) {
        for (const name of input.artifacts) orThrow(artifacts.named(name, context.conversationId))
        return runInPage(exportCsv, page, sentSchema.parse(input), context)
      },
      recall: () => null,
      titleOf,
    }),
  ]
}

function orThrow<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value
  throw new ToolError(textOf(result.error))
}

/** Refuses anything but a single query before the user is asked. */
function refusingEarly(tool: MainTool): MainTool {
  return {
    ...tool,
    prepare(input, conversationId) {
      const prepared = tool.prepare(input, conversationId)
      if (!prepared.ok) return prepared
      const query = oneQuery(typeof input.sql === 'string' ? input.sql : '')
      return query.ok ? prepared : failure('bad-arguments', messageOf('query-not-run', { reason: textOf(query.error) }))
    },
  }
}
