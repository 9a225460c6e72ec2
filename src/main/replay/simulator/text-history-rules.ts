import type { JsonObject } from '../../../shared/lib/json'
import { isJsonObject } from '../../../shared/lib/json-value'
import { invalidArgument } from './client-violation'
import type { FileService } from './file-service'
import { checkInlineData } from './media-rules'
import { callOfPart, objectsOf, type RememberedCall, type TextMemory } from './text-memory'

const DATA_KEYS = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
]
const SIGNATURE_MISSING =
  'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.'
const ORDER_OF_CALLS = 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
const ORDER_OF_RESPONSES = 'Please ensure that function response turn comes immediately after a function call turn.'
const NUMBER_OF_RESPONSES =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'

/**
 * Checks the history that a request carries, as the service does (live-spec §5): parts of one kind each, every call
 * right behind words of the user or other results, its results right behind it in its order, ids and signatures as they were given.
 */
export function checkHistory(contents: readonly JsonObject[], memory: TextMemory, files: Pick<FileService, 'check'>): void {
  const lastUserText = contents.findLastIndex((content) => content.role !== 'model' && responsesOf(content).length === 0)
  contents.forEach((content, index) => {
    const parts = objectsOf(content.parts)
    for (const [place, part] of parts.entries()) checkPart(part, `contents[${index}].parts[${place}]`, files)
    for (const { thoughtSignature } of parts) {
      if (typeof thoughtSignature === 'string' && !memory.gaveSignature(thoughtSignature))
        throw invalidArgument('Corrupted thought signature.')
    }
    const calls = parts.flatMap((part) => callOfPart(part) ?? [])
    if (content.role === 'model') checkCalls(calls, index, contents, memory, index > lastUserText)
    else checkResponses(content, contents[index - 1])
  })
}

function checkPart(part: JsonObject, place: string, files: Pick<FileService, 'check'>): void {
  const kinds = DATA_KEYS.filter((key) => part[key] !== undefined)
  if (kinds.length === 0 && part.thoughtSignature === undefined)
    throw invalidArgument(`${place}.data: required oneof field 'data' must have one initialized field`)
  if (kinds.length > 1)
    throw invalidArgument(`Invalid value (oneof), oneof field 'data' is already set. Cannot set '${kinds[1]}' of ${place}.`)
  if (part.text === '' && part.thoughtSignature === undefined) throw invalidArgument(`${place} has an empty text parameter.`)
  if (part.inlineData !== undefined) checkInlineData(part.inlineData, `${place}.inlineData`)
  if (part.fileData !== undefined) files.check(part.fileData, `${place}.fileData`)
}

function checkCalls(
  calls: readonly RememberedCall[],
  index: number,
  contents: readonly JsonObject[],
  memory: TextMemory,
  inCurrentTurn: boolean,
): void {
  if (calls.length === 0) return
  const before = contents[index - 1]
  if (before === undefined || before.role === 'model') throw invalidArgument(ORDER_OF_CALLS)
  const answers = responsesOf(contents[index + 1])
  if (answers.length !== calls.length) throw invalidArgument(NUMBER_OF_RESPONSES)
  calls.forEach((call, place) => {
    const given = memory.find(call)
    checkId(call, given, memory)
    checkSignature(call, given, inCurrentTurn)
    const answer = answers[place]
    if (answer?.name !== call.name || answer.id !== call.id) {
      throw invalidArgument(`The function response ${place + 1} does not answer the function call ${place + 1} (${call.name}).`)
    }
  })
}

function checkId({ name, id }: RememberedCall, given: RememberedCall | undefined, memory: TextMemory): void {
  if (id !== undefined && !memory.gaveId(id)) throw invalidArgument(`The id "${id}" of the function call ${name} was never given.`)
  if (id === undefined && given?.id !== undefined) throw invalidArgument(`The id of the function call ${name} is missing.`)
}

function checkSignature({ signature }: RememberedCall, given: RememberedCall | undefined, inCurrentTurn: boolean): void {
  if (given?.signature === undefined) return
  if (signature === undefined && inCurrentTurn) throw invalidArgument(SIGNATURE_MISSING)
  if (signature !== undefined && signature !== given.signature) throw invalidArgument('Corrupted thought signature.')
}

/** Results stand in front of everything else in their content, and only behind calls. */
function checkResponses(content: JsonObject, before: JsonObject | undefined): void {
  const parts = objectsOf(content.parts)
  const count = responsesOf(content).length
  if (count === 0) return
  if (parts.slice(0, count).some(({ functionResponse }) => functionResponse === undefined)) throw invalidArgument(ORDER_OF_RESPONSES)
  const asked = before?.role === 'model' && objectsOf(before.parts).some((part) => callOfPart(part) !== null)
  if (!asked) throw invalidArgument(ORDER_OF_RESPONSES)
}

/** The function responses of a content. */
function responsesOf(content: JsonObject | undefined): readonly JsonObject[] {
  return objectsOf(content?.parts).flatMap(({ functionResponse }) => (isJsonObject(functionResponse) ? [functionResponse] : []))
}
