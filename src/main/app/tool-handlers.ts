import type { CallReply } from '../../shared/ipc/contract'
import { CallError, type Handlers, orRefuse } from '../../shared/ipc/router'
import type { ToolSummary, toolCalls } from '../../shared/ipc/tool-calls'
import { type Failure, textOf } from '../../shared/lib/result'
import { messageOf } from '../../shared/messages/message'
import type { Conversation } from '../conversations/conversation-types'
import { inSlices, pausesOfThread } from '../lib/in-slices'
import { inEveryLanguage } from '../lib/translations'
import type { Platform } from '../platform/platform'
import { type SaveExportOptions, saveExport } from '../storage/save-export'
import { previewEdit } from '../tool-calls/approvals/preview-edit'
import { argumentTypes } from '../tool-calls/policy/argument-types'
import type { PolicyStore } from '../tool-calls/policy/policy-store'
import type { ToolGate } from '../tool-calls/tool-pipeline'
import type { ToolBox } from '../tool-calls/tool-registry'
import type { PageTools } from '../tool-calls/tools/page-tools'

/** The handlers of the calls about tools, rules and the audit trail. */
export type ToolHandlers = Pick<Handlers, keyof typeof toolCalls>

/** The parts that these calls need. */
export interface ToolHandlersOptions extends Pick<ToolGate, 'toolBox' | 'policy' | 'queue' | 'runner' | 'audit' | 'summaries' | 'durably'> {
  readonly platform: Pick<Platform, 'takePress'>
  readonly pageTools: Pick<PageTools, 'settle'>
  readonly registry: { get(conversationId: string): Pick<Conversation, 'stopCall'> }
  readonly exports: SaveExportOptions
}

/** One handler per call: each only delegates to the owning part. */
export function createToolHandlers(options: ToolHandlersOptions): ToolHandlers {
  const { toolBox, policy, queue, runner, audit, pageTools, registry } = options
  const rules = (): CallReply<'rules.list'> => ({ rules: [...policy.list()] })
  const tools = (): CallReply<'tools.list'> => ({ tools: [...toolSummaries(toolBox, policy)] })

  return {
    'approval.decideAll': ({ decisions }) => ({
      results: queue
        .decideAll(decisions, (since) => options.platform.takePress('main', since))
        .map((result, index) =>
          result.ok
            ? { kind: 'decided', approval: result.value }
            : { kind: 'refused', approvalId: decisions[index]?.approvalId ?? '', code: result.error.code, message: result.error.message },
        ),
    }),
    'approval.preview': ({ approvalId, input }) => {
      const approval = queue.get(approvalId)
      if (approval === null) throw new CallError('approval-unknown', 'There is no such question.')
      return previewEdit(approval, input, options)
    },
    'call.cancel': ({ conversationId, toolCallId }) => {
      if (registry.get(conversationId).stopCall(toolCallId)) return null
      // an approval of an earlier session: the conversation no longer knows its call
      const mine = queue.stepsOfCall(toolCallId).some((approval) => approval.conversationId === conversationId)
      if (mine && queue.withdraw({ toolCallId }, messageOf('stopped-by-user')).length > 0) return null
      throw new CallError('call-over', 'This call has ended, so there is nothing to stop.')
    },
    'call.picture': async ({ toolCallId }) => {
      const picture = await runner.pictureOf(toolCallId)
      return { address: picture === null ? null : `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}` }
    },
    'tool.settle': ({ toolCallId, outcome }) => {
      const settled = pageTools.settle(toolCallId, outcome)
      if (!settled.ok) recordRefusal(options, toolCallId, settled.error)
      return orRefuse(settled)
    },
    'tools.list': tools,
    'tools.setDefault': ({ toolName, effect }) => {
      orRefuse(policy.setDefault(toolName, effect))
      return tools()
    },
    'rules.list': rules,
    'rules.save': ({ rule, place }) => ({ saved: orRefuse(policy.save(rule, place)), ...rules() }),
    'rules.remove': ({ ruleId }) => ({ ...orRefuse(policy.remove(ruleId)), ...rules() }),
    'rules.move': ({ ruleId, place }) => {
      orRefuse(policy.move(ruleId, place))
      return rules()
    },
    'rules.try': ({ toolName, input, conversationId }) => {
      const checked = toolBox.check({ toolName, input })
      if (!checked.ok) throw new CallError(checked.error.code, textOf(checked.error))
      const { decision, trail } = policy.try({ toolName, input, conversationId: conversationId ?? '' })
      const { effect, number, name } = decision
      return { effect, number, name, trail: [...trail] }
    },
    'audit.list': async ({ limit, ...filter }) => {
      const check = await audit.check()
      return { entries: [...audit.list(filter, limit)], check }
    },
    'audit.export': async ({ format }) => {
      const made = await inSlices(audit.export(format), { ...pausesOfThread, isOver: () => false })
      if (made === null) throw new Error('an export is not stopped')
      return saveExport(made.result, options.exports)
    },
  }
}

/** An answer of the window that does not count is recorded, because it may be forged. Its content is not stored. */
function recordRefusal({ summaries, audit, durably }: ToolHandlersOptions, toolCallId: string, error: Failure): void {
  const { conversationId, toolName } = summaries.of(toolCallId) ?? { conversationId: '', toolName: '' }
  const subject = { conversationId, toolCallId: toolCallId.slice(0, 200), toolName, approvalId: null }
  const reason = messageOf('refusal', { code: error.code, reason: textOf(error) })
  durably(() =>
    audit.record(subject, { kind: 'decided', decision: 'refused', by: null, reason, editedInput: null, rememberedRuleId: null }),
  )
}

/** Every tool with its default decision, for the settings. */
export function toolSummaries(toolBox: ToolBox, policy: PolicyStore): readonly ToolSummary[] {
  const hidden = policy.hiddenTools(null)
  return toolBox.tools.map((tool) => ({
    name: tool.name,
    hint: inEveryLanguage(tool.hint),
    description: tool.description,
    icon: tool.icon,
    risk: tool.risk,
    runs: tool.runs,
    approval: policy.defaultOf(tool),
    arguments: [...argumentTypes(tool)],
    hiddenFromModel: hidden.has(tool.name),
  }))
}
