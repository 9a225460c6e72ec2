import { type CopiedText, copiedTexts, type SourcedText, type TextSource } from '../../../shared/approvals/copied-text'
import type { JsonObject } from '../../../shared/lib/json'
import { withoutKey } from '../../../shared/lib/json-value'
import { serverOfTool } from '../../../shared/servers/tool-server'
import type { CallDecisionTable } from '../../storage/database/call-decision-table'
import type { ExecutionTable, ToolExecution } from '../../storage/database/execution-table'
import type { ToolBox } from '../tool-registry'

/** A call, as far as it matters what the model had read before it. */
interface ReadingCall {
  readonly conversationId: string
  readonly turnId?: string
  readonly toolName: string
  readonly input: JsonObject
}

/** What the model has read that somebody else may have written: results of servers, files and the clipboard. */
export interface UntrustedText {
  /** When such text was last read in the turn of this call (ms since the epoch); null if none was. */
  lastRead(call: Pick<ReadingCall, 'conversationId' | 'turnId'>): number | null
  /** The arguments that contain such text of this conversation, except that of the call's own server. */
  copiedInto(call: ReadingCall): readonly CopiedText[]
}

/** Dependencies. */
export interface UntrustedTextOptions {
  readonly toolBox: Pick<ToolBox, 'find'>
  readonly decisions: Pick<CallDecisionTable, 'ofConversation'>
  readonly executions: Pick<ExecutionTable, 'get' | 'list'>
}

/** The most results that are looked through for a call's arguments: the latest ones. */
const MOST_RESULTS = 50

export function createUntrustedText({ toolBox, decisions, executions }: UntrustedTextOptions): UntrustedText {
  /** A tool whose server was removed meanwhile is known by its name. */
  function sourceOf(toolName: string): TextSource | null {
    const tool = toolBox.find(toolName)
    if (tool !== null) return tool.textSource
    const name = serverOfTool(toolName)
    return name === null ? null : { kind: 'server', name }
  }

  function read({ toolName, output, errorText }: ToolExecution): readonly SourcedText[] {
    const source = sourceOf(toolName)
    if (source === null) return []
    // the note is Parley's own
    if (output !== null) return [{ source, value: withoutKey(output, 'note') }]
    const reason = typeof errorText === 'string' ? errorText : errorText?.values.reason
    return typeof reason === 'string' ? [{ source, value: reason }] : []
  }

  return {
    lastRead({ conversationId, turnId }) {
      if (turnId === undefined) return null
      const times = decisions.ofConversation(conversationId).flatMap((decision) => {
        if (decision.turnId !== turnId || sourceOf(decision.toolName) === null) return []
        return executions.get(decision.toolCallId)?.endedAt ?? []
      })
      return times.length === 0 ? null : Math.max(...times)
    },
    copiedInto({ conversationId, toolName, input }) {
      const own = sourceOf(toolName)
      const results = executions
        .list(conversationId)
        .flatMap(read)
        .filter(({ source }) => own === null || JSON.stringify(source) !== JSON.stringify(own))
      return results.length === 0 ? [] : copiedTexts(input, results.slice(-MOST_RESULTS).toReversed())
    },
  }
}
