import { type CopiedText, copiedTexts, type SourcedText, type TextSource } from '../../../shared/approvals/copied-text'
import { attachmentKind } from '../../../shared/attachments/attachment'
import type { JsonObject } from '../../../shared/lib/json'
import { withoutKey } from '../../../shared/lib/json-value'
import { serverOfTool } from '../../../shared/servers/tool-server'
import type { AttachmentTable } from '../../storage/database/attachment-table'
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

/** What the model has read that somebody else may have written: results of servers, files, tables and the clipboard. */
export interface UntrustedText {
  /**
   * When such text was last read in the turn of this call (ms since the epoch); null if none was. Files that the user attached, except those
   * of servers, and tables that the user opened don't count: they are what the turn is about.
   */
  lastRead(call: Pick<ReadingCall, 'conversationId' | 'turnId'>): number | null
  /** The arguments that contain such text of this conversation, except that of the call's own server. */
  copiedInto(call: ReadingCall): readonly CopiedText[]
}

/** Dependencies. */
export interface UntrustedTextOptions {
  readonly toolBox: Pick<ToolBox, 'find'>
  readonly decisions: Pick<CallDecisionTable, 'ofConversation'>
  readonly executions: Pick<ExecutionTable, 'get' | 'list'>
  readonly attachments: Pick<AttachmentTable, 'list' | 'content' | 'servers' | 'lastOfServer'>
}

/** The most results that are looked through for a call's arguments: the latest ones. */
const MOST_RESULTS = 50
/** The most attached texts that are looked through, the latest ones, and the most bytes of each. */
const MOST_ATTACHED = 10
const MOST_BYTES = 100_000

export function createUntrustedText({ toolBox, decisions, executions, attachments }: UntrustedTextOptions): UntrustedText {
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

  /** Texts that the user attached, as the model has them. */
  function attached(conversationId: string): readonly SourcedText[] {
    const texts = attachments.list(conversationId).filter(({ isDraft, mediaType }) => !isDraft && attachmentKind(mediaType) === 'text')
    const servers = attachments.servers(conversationId)
    return texts.slice(-MOST_ATTACHED).flatMap(({ attachmentId }): readonly SourcedText[] => {
      const content = attachments.content(conversationId, attachmentId)
      const name = servers.get(attachmentId)
      const source: TextSource = name === undefined ? { kind: 'file' } : { kind: 'server', name }
      return content === null ? [] : [{ source, value: new TextDecoder().decode(content.subarray(0, MOST_BYTES)) }]
    })
  }

  return {
    lastRead({ conversationId, turnId }) {
      if (turnId === undefined) return null
      const ofServer = attachments.lastOfServer(conversationId, turnId)
      const times = decisions.ofConversation(conversationId).flatMap((decision) => {
        if (decision.turnId !== turnId) return []
        const source = sourceOf(decision.toolName)
        if (source === null || source.kind === 'table') return []
        return executions.get(decision.toolCallId)?.endedAt ?? []
      })
      const all = [...times, ...(ofServer === null ? [] : [ofServer])]
      return all.length === 0 ? null : Math.max(...all)
    },
    copiedInto({ conversationId, toolName, input }) {
      const own = sourceOf(toolName)
      const results = executions.list(conversationId).flatMap(read).slice(-MOST_RESULTS)
      const others = [...attached(conversationId), ...results].filter(
        ({ source }) => own === null || JSON.stringify(source) !== JSON.stringify(own),
      )
      return others.length === 0 ? [] : copiedTexts(input, others.toReversed())
    },
  }
}
