import type { JsonObject } from '../../../shared/lib/json'
import { isJsonObject } from '../../../shared/lib/json-value'
import { ClientViolation, invalidArgument } from './client-violation'
import { checkDeclaredParameters } from './schema-rules'
import { checkModalities } from './speech-service'
import { objectsOf } from './text-memory'

/** Checks what stands in a request beside its contents: what the model can't have, or not together. */
export function checkBody(body: JsonObject, model: string): void {
  // the service would keep the conversation where the field is missing: Parley always says what it wants
  if (typeof body.store !== 'boolean') throw invalidArgument('store must be true or false in every request.')
  const config = isJsonObject(body.generationConfig) ? body.generationConfig : {}
  // the service's words (snailyp/gemini-balance#386)
  if (Array.isArray(config.responseModalities) && config.responseModalities.includes('IMAGE'))
    throw new ClientViolation(1007, 'This model only supports text output.')
  checkModalities(config, model, ['TEXT'])
  const tools = objectsOf(body.tools)
  checkDeclaredParameters(tools, '')
  const functions = tools.some(({ functionDeclarations }) => functionDeclarations !== undefined)
  const others = tools.some((tool) => Object.keys(tool).some((key) => key !== 'functionDeclarations'))
  const older = /^gemini-[12]\./.test(model)
  if (functions && others && older) throw invalidArgument('Tool use with function calling is unsupported by the model.')
  if (functions && others && !combines(body)) {
    throw invalidArgument('Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.')
  }
  if (older && thinkingConfig(body)?.thinkingLevel !== undefined) throw invalidArgument('Thinking level is not supported for this model.')
}

function combines({ toolConfig }: JsonObject): boolean {
  return isJsonObject(toolConfig) && toolConfig.includeServerSideToolInvocations === true
}

function thinkingConfig({ generationConfig }: JsonObject): JsonObject | undefined {
  const config = isJsonObject(generationConfig) ? generationConfig.thinkingConfig : undefined
  return isJsonObject(config) ? config : undefined
}
