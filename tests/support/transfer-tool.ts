import { implementTool, type MainTool, ToolError } from '../../src/main/tool-calls/tools/main-tool'
import type { Risk } from '../../src/shared/approvals/approval'
import type { PolicyEffect } from '../../src/shared/approvals/policy-rule'
import type { Translator } from '../../src/shared/i18n/translator'
import { z } from '../../src/shared/lib/zod'
import { defineTool } from '../../src/shared/tools/define-tool'

/** Words that no language of the app has. */
const in2 =
  (en: string, ja: string) =>
  (i18n: Translator): string =>
    i18n.of({ en, ja })

/** The transfers in order: the external world, which survives every restart. */
export interface Transfers {
  readonly made: { readonly toolCallId: string; readonly amount: number }[]
}

/**
 * A tool whose effect can be counted, and which needs two approvals for large amounts. It waits if `before` or `after`
 * its effect says so, and fails on the amount 13.
 */
export function transferTool(
  transfers: Transfers,
  facts: { readonly risk?: Risk; readonly approval?: PolicyEffect; before?(): Promise<void>; after?(): Promise<void> } = {},
): MainTool {
  const definition = defineTool({
    name: 'transfer',
    description: 'Moves points.',
    input: z.strictObject({ amount: z.number().int().positive(), note: z.string().optional() }),
    output: z.strictObject({ moved: z.number() }),
    risk: facts.risk ?? 'medium',
    approval: facts.approval ?? 'ask',
    idempotent: false,
    timeoutMs: 10_000,
    runs: 'main',
    hint: in2('Moves points', 'ポイントを移す'),
    icon: 'move',
    secretArguments: ['note'],
    question: ({ amount }, i18n) => in2(`Move ${amount} points?`, `${amount}ポイントを移しますか？`)(i18n),
    confirmations: ({ amount }, i18n) =>
      amount >= 1000 ? [in2(`Really move ${amount} points?`, `本当に${amount}ポイントを移しますか？`)(i18n)] : [],
    destination: () => 'Points',
    effect: (_, { moved }, i18n) => in2(`moved ${moved}`, `${moved}移動`)(i18n),
  })
  return implementTool(definition, {
    async run({ amount }, { toolCallId, signal }) {
      await facts.before?.()
      signal.throwIfAborted()
      if (amount === 13) throw new ToolError('Thirteen points can’t be moved.')
      transfers.made.push({ toolCallId, amount })
      await facts.after?.()
      return { moved: amount }
    },
    recall(toolCallId) {
      const made = transfers.made.find((one) => one.toolCallId === toolCallId)
      return made === undefined ? null : { moved: made.amount }
    },
  })
}
