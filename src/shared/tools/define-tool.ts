import type { Risk } from '../approvals/approval'
import type { PolicyEffect } from '../approvals/policy-rule'
import type { Translator } from '../i18n/translator'
import type { z } from '../lib/zod'

/** The title of the kept result of this name; null where there is none. */
export type TitleOf = (artifactName: string) => string | null

/** What a tool is, without how it works: the same facts declare it to the model, ask the user and word its line in the thread. */
export interface ToolDefinition<Input, Output> {
  /** as the model calls it: snake case, at most 128 characters */
  readonly name: string
  /** for the model, in English */
  readonly description: string
  /** refuses what it does not know and changes nothing: what was shown is what runs */
  readonly input: z.ZodType<Input>
  readonly output: z.ZodType<Output>
  readonly risk: Risk
  /** what becomes of a call when no rule speaks of it */
  readonly approval: PolicyEffect
  /** whether running a call twice leaves the world as running it once does */
  readonly idempotent: boolean
  /** ms after which a run is ended and reported as failed */
  readonly timeoutMs: number
  /** where it runs: in main, or in the window (what only a page can do, like sound or the browser's position) */
  readonly runs: 'main' | 'renderer'
  /** what it does, in a few words: beside the tool's name in lists, and as the hint of a confirmation */
  hint(i18n: Translator): string
  /** name of its icon in Lucide, for example `banknote` */
  readonly icon: string
  /** keys of arguments whose values the audit trail must not keep */
  readonly secretArguments: readonly string[]
  /** keys of the output whose values the audit trail must not keep; left out where there are none */
  readonly secretResults?: readonly string[]
  /** results that only programs with this scope are shown; left out where everybody may be who made the call */
  readonly resultScope?: 'data'
  /** the question with the real values; `titleOf` gives what the user knows a kept result by that the model calls by its name */
  question(input: Input, i18n: Translator, titleOf: TitleOf): string
  /** further questions, asked one after the other once the first was answered with yes; the call runs after the last yes */
  confirmations?(input: Input, i18n: Translator): readonly string[]
  /** where the data goes; empty when it stays on this machine */
  destination(input: Input): string
  /** what the call did, in a few words for its line in the thread */
  effect(input: Input, output: Output, i18n: Translator): string
}

/** Gives a definition back with its types fixed by its schemas. */
export function defineTool<Input, Output>(definition: ToolDefinition<Input, Output>): ToolDefinition<Input, Output> {
  return definition
}
