import type { Risk } from '../approvals/approval'
import type { TextSource } from '../approvals/copied-text'
import type { PolicyEffect } from '../approvals/policy-rule'
import type { Translator } from '../i18n/translator'
import type { z } from '../lib/zod'

/** The title of the stored result of this name; null if there is none. */
export type TitleOf = (artifactName: string) => string | null

/**
 * The definition of a tool, without its implementation: the same facts declare it to the model, word its approval and
 * its line in the thread.
 */
export interface ToolDefinition<Input, Output> {
  /** as the model calls it: snake case, at most 128 characters */
  readonly name: string
  /** for the model, in English */
  readonly description: string
  /** strict about unknown keys and without transforms: what was shown is what runs */
  readonly input: z.ZodType<Input>
  readonly output: z.ZodType<Output>
  readonly risk: Risk
  /** what happens to a call when no rule applies */
  readonly approval: PolicyEffect
  /** whether every call is asked about, whatever a rule allows; absent if rules decide */
  readonly asksEachTime?: true
  /** whether running a call twice has the same effect as running it once */
  readonly idempotent: boolean
  /** ms after which a run is aborted and reported as failed */
  readonly timeoutMs: number
  /** where it runs: in main, or in the window (for what only a page can do, like sound or the browser's position) */
  readonly runs: 'main' | 'renderer'
  /** what it does, in a few words: next to the tool's name in lists, and as the hint of a confirmation */
  hint(i18n: Translator): string
  /** name of its icon in Lucide, for example `banknote` */
  readonly icon: string
  /** keys of arguments whose values must not be stored in the audit trail */
  readonly secretArguments: readonly string[]
  /** keys of the output whose values must not be stored in the audit trail; absent if there are none */
  readonly secretResults?: readonly string[]
  /** where the text of its results comes from, if somebody else may have written it; absent if nobody can */
  readonly textSource?: TextSource
  /** the scope that a program needs to see the results; absent if any caller may */
  readonly resultScope?: 'data'
  /**
   * the approval's question with the real values; `titleOf` returns the user's title for a stored result that the model
   * names
   */
  question(input: Input, i18n: Translator, titleOf: TitleOf): string
  /** further approvals, requested one after the other after each yes; the call runs after the last yes */
  confirmations?(input: Input, i18n: Translator): readonly string[]
  /** where the data goes; empty if it stays on this computer */
  destination(input: Input): string
  /** the effect of the call, in a few words for its line in the thread */
  effect(input: Input, output: Output, i18n: Translator): string
}

/** Returns a definition with its types inferred from its schemas. */
export function defineTool<Input, Output>(definition: ToolDefinition<Input, Output>): ToolDefinition<Input, Output> {
  return definition
}
