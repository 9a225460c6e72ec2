import type { JsonObject } from '../../../shared/lib/json'
import { invalidArgument } from './client-violation'
import { requireItems, requireObject, requireText } from './json-shape'

/** Checks a list of contents as `clientContent.turns` and `generateContent` take it: roles user and model, parts not empty. */
export function checkContents(value: JsonObject[string] | undefined, place: string): readonly JsonObject[] {
  return requireItems(value, place).map((entry, index) => {
    const content = requireObject(entry, `${place}[${index}]`)
    if (content.role !== undefined && content.role !== 'user' && content.role !== 'model' && content.role !== 'function') {
      throw invalidArgument('Please use a valid role: user, model.')
    }
    requireItems(content.parts, `${place}[${index}].parts`)
    return content
  })
}

/** One entry of `toolResponse.functionResponses`, checked. */
export interface FunctionResponse {
  readonly id: string | undefined
  readonly name: string
  readonly response: JsonObject
  readonly scheduling: string | undefined
  readonly willContinue: boolean
}

/** Checks the shape of one function response; `SimulatedCalls` knows whether it answers an open call. */
export function checkFunctionResponse(value: JsonObject[string] | undefined, place: string): FunctionResponse {
  const entry = requireObject(value, place)
  const { scheduling } = entry
  return {
    id: entry.id === undefined ? undefined : requireText(entry.id, `${place}.id`),
    name: requireText(entry.name, `${place}.name`),
    response: requireObject(entry.response, `${place}.response`),
    scheduling: typeof scheduling === 'string' ? scheduling : undefined,
    willContinue: entry.willContinue === true,
  }
}
