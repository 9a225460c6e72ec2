import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonList, isJsonObject } from '../../../shared/lib/json-value'
import { ClientViolation, invalidArgument, ServiceRefusal } from './client-violation'
import { allowKeys, requireItems, requireObject, requireText } from './json-shape'
import { type CallBehavior, type LiveModelRules, liveModelRules } from './live-models'
import { checkParameters } from './schema-rules'

/** What of `GenerationConfig` a Live session takes (live-spec §1.3). */
const GENERATION_KEYS = [
  ...['responseModalities', 'temperature', 'topP', 'topK', 'maxOutputTokens', 'mediaResolution', 'seed', 'speechConfig'],
  ...['thinkingConfig', 'enableAffectiveDialog', 'translationConfig'],
]

/** What the rest of a connection needs to know of its setup. */
export interface LiveSetup {
  /** With `models/` before it. */
  readonly model: string
  readonly rules: LiveModelRules
  /** The client marks speech itself with `activityStart` and `activityEnd`. */
  readonly manualActivity: boolean
  /** Speech does not cut an answer short. */
  readonly noInterruption: boolean
  readonly mayContinueWithContent: boolean
  /** The first content is history, which `turnComplete` ends without asking for an answer. */
  readonly awaitsHistory: boolean
  /** Declared functions and how they run. */
  readonly functions: ReadonlyMap<string, CallBehavior>
  readonly resumption: { readonly handle: string | null } | null
}

/** Checks a `setup` the way the service does (live-spec §1.3, §3) and throws the violation it would close with. */
export function checkSetup(setup: JsonObject, apiVersion: string): LiveSetup {
  const model = requireText(setup.model, 'setup.model')
  if (!model.startsWith('models/')) throw invalidArgument(`setup.model must be "models/${model}".`)
  const rules = liveModelRules(model.slice('models/'.length))
  if (rules === undefined) throw modelNotFound(model, apiVersion)
  checkGeneration(requireObject(setup.generationConfig ?? {}, 'setup.generationConfig'), rules, model)
  checkProactivity(setup, rules)
  checkTranscription(setup, rules)
  const realtime = requireObject(setup.realtimeInputConfig ?? {}, 'setup.realtimeInputConfig')
  const detection = requireObject(realtime.automaticActivityDetection ?? {}, 'setup.realtimeInputConfig.automaticActivityDetection')
  return {
    model,
    rules,
    manualActivity: detection.disabled === true,
    noInterruption: realtime.activityHandling === 'NO_INTERRUPTION',
    mayContinueWithContent: rules.clientContent === 'always' || setup.historyConfig !== undefined,
    awaitsHistory: setup.historyConfig !== undefined,
    functions: checkTools(setup.tools, rules),
    resumption: resumptionOf(setup),
  }
}

/** What the service says about a model that it does not know or that can't do Live. */
export function modelNotFound(model: string, apiVersion: string): ServiceRefusal {
  return new ServiceRefusal(1008, `${model} is not found for API version ${apiVersion}, or is not supported for bidiGenerateContent.`)
}

function checkGeneration(generation: JsonObject, rules: LiveModelRules, model: string): void {
  allowKeys(generation, GENERATION_KEYS, 'setup.generation_config')
  const modalities = generation.responseModalities ?? ['AUDIO']
  if (!isJsonList(modalities) || modalities.length !== 1 || modalities[0] !== 'AUDIO') {
    throw new ClientViolation(
      1007,
      `The requested combination of response modalities is not supported by the model. ${model} accepts AUDIO`,
    )
  }
  if (generation.enableAffectiveDialog !== undefined && !rules.affectiveDialog) {
    throw new ClientViolation(1007, 'Affective dialog is not supported for this model.')
  }
  if (generation.thinkingConfig === undefined) return
  const thinking = requireObject(generation.thinkingConfig, 'setup.generationConfig.thinkingConfig')
  if (rules.thinking === 'refused' || (rules.thinking === 'budget' && thinking.thinkingLevel !== undefined)) {
    throw new ClientViolation(1007, 'Thinking level is not supported for this model.')
  }
}

function checkTranscription({ inputAudioTranscription }: JsonObject, rules: LiveModelRules): void {
  if (!isJsonObject(inputAudioTranscription)) return
  const hints = ['languageCodes', 'customVocabulary'].find((key) => inputAudioTranscription[key] !== undefined)
  if (hints !== undefined && !rules.transcriptionHints) throw invalidArgument(`${hints} is not supported for this model.`)
}

/** Checks what replaces instruction and tools in a running session; null where the tools stay as they are. */
export function checkContextUpdate(update: JsonObject, rules: LiveModelRules): ReadonlyMap<string, CallBehavior> | null {
  if (!rules.contextUpdate) throw invalidArgument('Context updates are not supported for this model.')
  if (update.tools === undefined) return null
  const { tools } = requireObject(update.tools, 'context_update.tools')
  return isJsonList(tools) && tools.length === 0 ? new Map() : checkTools(tools, rules)
}

function checkProactivity(setup: JsonObject, rules: LiveModelRules): void {
  if (setup.proactivity === undefined) return
  const proactivity = requireObject(setup.proactivity, 'setup.proactivity')
  if (!rules.proactivity) throw new ClientViolation(1007, 'Proactive audio is not supported for this model.')
  if (proactivity.proactiveAudio === false) throw invalidArgument('Proactive audio cannot be turned off for this model.')
}

function checkTools(tools: JsonValue | undefined, rules: LiveModelRules): ReadonlyMap<string, CallBehavior> {
  const functions = new Map<string, CallBehavior>()
  if (tools === undefined) return functions
  requireItems(tools, 'setup.tools').forEach((entry, index) => {
    const tool = requireObject(entry, `setup.tools[${index}]`)
    allowKeys(tool, rules.tools, `setup.tools[${index}]`)
    if (tool.functionDeclarations === undefined) return
    const place = `setup.tools[${index}].functionDeclarations`
    const declarations = requireItems(tool.functionDeclarations, place)
    if (declarations.length > 512) {
      throw new ClientViolation(1007, `setup.tools[${index}].function_declarations: At most 512 function declarations can be specified.`)
    }
    for (const [number, declared] of declarations.entries()) {
      const declaration = requireObject(declared, place)
      const name = requireText(declaration.name, `${place}.name`)
      if (functions.has(name)) throw invalidArgument(`Duplicate function declaration found: ${name}.`)
      functions.set(name, checkDeclaration(declaration, name, rules))
      if (declaration.parameters !== undefined) {
        checkParameters(declaration.parameters, `setup.tools[${index}].function_declarations[${number}]`)
      }
    }
  })
  return functions
}

function checkDeclaration(declaration: JsonObject, name: string, rules: LiveModelRules): CallBehavior {
  if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(name)) throw invalidArgument(`Invalid function name: ${name}.`)
  if (declaration.parameters !== undefined && declaration.parametersJsonSchema !== undefined) {
    throw invalidArgument(`${name}: only one of parameters and parametersJsonSchema may be set.`)
  }
  const { behavior } = declaration
  if (behavior === undefined || behavior === 'UNSPECIFIED') return rules.defaultBehavior
  const known = rules.behaviors.find((allowed) => allowed === behavior)
  if (known === undefined) throw invalidArgument(`${name}: this behavior is not supported for this model.`)
  return known
}

function resumptionOf(setup: JsonObject): LiveSetup['resumption'] {
  if (setup.sessionResumption === undefined) return null
  const resumption = requireObject(setup.sessionResumption, 'setup.sessionResumption')
  return { handle: typeof resumption.handle === 'string' && resumption.handle !== '' ? resumption.handle : null }
}
