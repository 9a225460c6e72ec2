import type { JsonObject } from '../../shared/lib/json'
import { jsonObjectSchema } from '../../shared/lib/json-object'
import { failure, success } from '../../shared/lib/result'
import { messageOf } from '../../shared/messages/message'
import { descriptionOf, riskOf, titleOf } from '../../shared/servers/server-tool'
import type { ToolServer } from '../../shared/servers/tool-server'
import { inEveryLanguage } from '../lib/translations'
import type { KnownServerTool } from '../storage/database/tool-server-table'
import { type MainTool, type ToolContext, ToolError } from '../tool-calls/tools/main-tool'
import type { ArgumentCheck } from './argument-check'
import { readCallResult } from './call-result'
import { longestCall, startTime } from './server-connection'

/** Dependencies of a server's tool. */
export interface ServerToolOptions {
  readonly server: ToolServer
  readonly known: KnownServerTool
  /** its name for Gemini */
  readonly name: string
  /** Calls it; rejects with a `ToolError`. */
  call(known: KnownServerTool, input: JsonObject, context: ToolContext & { readonly toolName: string }): Promise<unknown>
  readonly check: ArgumentCheck
}

/**
 * A tool of a server, for the same rules, approvals and runs as any other. Without a rule it asks, whatever the server says about it, and
 * a call that was stopped or lost ends as unknown.
 */
export function createServerTool({ server, known, name, call, check }: ServerToolOptions): MainTool {
  const { tool, definitionHash, knownSince } = known
  const title = titleOf(tool)
  const values = { server: server.name, tool: title }
  return {
    name,
    description: descriptionOf(server.name, tool),
    risk: riskOf(tool, server.trusted),
    approval: 'ask',
    idempotent: server.trusted && (tool.annotations?.idempotentHint === true || tool.annotations?.readOnlyHint === true),
    // it may have to be started first
    timeoutMs: longestCall + startTime,
    runs: 'main',
    hint: (i18n) => i18n.t('serverTool.hint', values),
    icon: 'plug',
    secretArguments: [],
    secretResults: [],
    textSource: { kind: 'server', name: server.name },
    asksEachTime: false,
    // nobody knows what a server reads: a file of the user's, or their mail
    resultScope: 'data',
    input: jsonObjectSchema,
    output: jsonObjectSchema,
    parameters: tool.inputSchema,
    definitionHash,
    knownSince,
    whenStopped: messageOf('server-call-lost', { server: server.name }),
    prepare(input) {
      const problem = check(tool.inputSchema, input)
      if (problem !== null) return failure('bad-arguments', messageOf('arguments-do-not-fit', { tool: name, problems: problem }))
      return success({
        questions: [inEveryLanguage((i18n) => i18n.t('serverTool.question', values))],
        destination: server.kind === 'address' ? new URL(server.address).host : server.name,
        async run(context) {
          const result = readCallResult(server.name, await call(known, input, { ...context, toolName: name }))
          if (result.kind === 'result') return result.output
          throw new ToolError(messageOf('server-call-failed', { server: server.name, reason: result.reason }))
        },
        effectOf: () => inEveryLanguage((i18n) => i18n.t('serverTool.effect', values)),
      })
    },
    recall: () => null,
    pictureOf: () => Promise.resolve(null),
    wasDone: () => false,
  }
}
