import type { TextSource } from '../../../shared/approvals/copied-text'
import { firstLanguage } from '../../../shared/i18n/languages'
import { createTranslator, type Translator } from '../../../shared/i18n/translator'
import { canonicalJson } from '../../../shared/lib/canonical-json'
import type { JsonObject } from '../../../shared/lib/json'
import { jsonObjectSchema } from '../../../shared/lib/json-object'
import { failure, type Result, success } from '../../../shared/lib/result'
import type { z } from '../../../shared/lib/zod'
import { type DisplayText, type Message, messageOf, modelText } from '../../../shared/messages/message'
import type { Localized } from '../../../shared/text/localized'
import { argumentProblems } from '../../../shared/tools/argument-problems'
import type { TitleOf, ToolDefinition } from '../../../shared/tools/define-tool'
import { inEveryLanguage } from '../../lib/translations'

/** The context of a run. `signal` aborts when the call is withdrawn or takes too long. */
export interface ToolContext {
  readonly toolCallId: string
  readonly conversationId: string
  readonly signal: AbortSignal
}

/** A call with valid arguments: what to ask, and how to run it. */
export interface PreparedCall {
  /** what to ask, one question after another; at least one */
  readonly questions: readonly Localized[]
  readonly destination: string
  run(context: ToolContext): Promise<JsonObject>
  effectOf(output: JsonObject): Localized
}

/** A tool without its type parameters, so that all tools fit in one list. */
export interface MainTool
  extends Pick<
    ToolDefinition<unknown, unknown>,
    'name' | 'description' | 'risk' | 'approval' | 'idempotent' | 'timeoutMs' | 'runs' | 'hint' | 'icon' | 'secretArguments'
  > {
  readonly secretResults: readonly string[]
  /** where the text of its results comes from, if somebody else may have written it; null if nobody can */
  readonly textSource: TextSource | null
  /** whether every call is asked about, whatever a rule allows */
  readonly asksEachTime: boolean
  /** the scope that a client needs to see its results; null: none */
  readonly resultScope: 'data' | null
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** the JSON schema of its arguments, if that is not made from `input`; null otherwise */
  readonly parameters: JsonObject | null
  /** sha-256 (hex) of its definition, if that comes from outside Parley and may change; null otherwise */
  readonly definitionHash: string | null
  /** when Parley first saw it (ms since the epoch), for tools from outside: rules for many tools made before do not allow it */
  readonly knownSince: number | null
  /** how a run ends that was stopped or timed out, if it may have had its effect; null if the reason says it */
  readonly whenStopped: Message | null
  /**
   * Checks arguments. The failure's message tells the model what to fix. `conversationId`: where the call was made, for the text of
   * the question; null if nobody will be asked.
   */
  prepare(input: JsonObject, conversationId?: string | null): Result<PreparedCall>
  /** The output of a run that was interrupted when the app stopped; null if it had no effect. */
  recall(toolCallId: string): JsonObject | null
  /** The picture for a result, as JPEG, which the model receives with the result. Null if there is none. */
  pictureOf(output: JsonObject): Promise<Uint8Array | null>
  /** Whether this call had its effect. */
  wasDone(toolCallId: string): boolean
}

/** An error whose message the model reads, and whose text the user reads: what, why, what to do. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly text: DisplayText

  constructor(text: DisplayText) {
    super(modelText(text))
    this.text = text
  }
}

/** The code of a tool. `recall` gives the output of an earlier run of a call, if its effect is in the world. */
export interface ToolWork<Input, Output> {
  run(input: Input, context: ToolContext): Promise<Output>
  recall(toolCallId: string): Output | null
  /** For tools that use stored results: the title of the result with this name in a conversation. */
  titleOf?(artifactName: string, conversationId: string): string | null
  /** For tools whose result is a picture, as JPEG; null if it is gone. */
  pictureOf?(output: Output): Promise<Uint8Array | null>
}

/** The questions to ask, one after another, in every language. */
export function questionsOf<Input, Output>(
  { question, confirmations }: Pick<ToolDefinition<Input, Output>, 'question' | 'confirmations'>,
  input: Input,
  titleOf: TitleOf = () => null,
): readonly Localized[] {
  const asked = (i18n: Translator): readonly string[] => [question(input, i18n, titleOf), ...(confirmations?.(input, i18n) ?? [])]
  return asked(createTranslator(firstLanguage)).map((_, index) => inEveryLanguage((i18n) => asked(i18n)[index] ?? ''))
}

/** Combines a definition with its code. */
export function implementTool<Input, Output>(definition: ToolDefinition<Input, Output>, work: ToolWork<Input, Output>): MainTool {
  const { name } = definition

  function toJson(output: Output): JsonObject {
    return jsonObjectSchema.parse(definition.output.parse(output))
  }

  function recall(toolCallId: string): JsonObject | null {
    const output = work.recall(toolCallId)
    return output === null ? null : toJson(output)
  }

  function prepare(sent: JsonObject, conversationId: string | null = null): Result<PreparedCall> {
    const parsed = definition.input.safeParse(sent)
    if (!parsed.success)
      return failure('bad-arguments', messageOf('arguments-do-not-fit', { tool: name, problems: argumentProblems(parsed.error, sent) }))
    const input = parsed.data
    // the user approves what was sent: a schema that changes its input would run something else
    if (canonicalJson(jsonObjectSchema.parse(input)) !== canonicalJson(sent))
      throw new Error(`the input schema of ${name} changes its input`)
    return success({
      questions: questionsOf(definition, input, (artifactName) =>
        conversationId === null ? null : (work.titleOf?.(artifactName, conversationId) ?? null),
      ),
      destination: definition.destination(input),
      run: async (context) => toJson(await work.run(input, context)),
      effectOf: (output) => inEveryLanguage((i18n) => definition.effect(input, definition.output.parse(output), i18n)),
    })
  }

  return {
    ...factsOf(definition),
    input: definition.input,
    output: definition.output,
    prepare,
    recall,
    pictureOf: async (output) => (await work.pictureOf?.(definition.output.parse(output))) ?? null,
    wasDone: (toolCallId) => work.recall(toolCallId) !== null,
  }
}

function factsOf<Input, Output>(
  definition: ToolDefinition<Input, Output>,
): Omit<MainTool, 'input' | 'output' | 'prepare' | 'recall' | 'pictureOf' | 'wasDone'> {
  const { name, description, risk, approval, idempotent, timeoutMs, runs, hint, icon, secretArguments } = definition
  return {
    name,
    description,
    risk,
    approval,
    idempotent,
    timeoutMs,
    runs,
    hint,
    icon,
    secretArguments,
    parameters: null,
    definitionHash: null,
    knownSince: null,
    whenStopped: null,
    secretResults: definition.secretResults ?? [],
    textSource: definition.textSource ?? null,
    asksEachTime: definition.asksEachTime ?? false,
    resultScope: definition.resultScope ?? null,
  }
}
