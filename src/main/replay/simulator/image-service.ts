import { crc32, deflateSync } from 'node:zlib'
import type { JsonObject } from '../../../shared/lib/json'
import { isJsonObject } from '../../../shared/lib/json-value'
import { ClientViolation, invalidArgument } from './client-violation'
import { requireText } from './json-shape'
import { checkModalities } from './speech-service'
import { objectsOf } from './text-memory'

/** What one image model accepts. */
interface ImageModelRules {
  /** Values of `thinkingLevel`; none: a `thinkingConfig` is refused. */
  readonly levels: readonly string[]
  readonly search: boolean
}

/** Capabilities as vendors list them in October 2026 (docs.laozhang.ai, router-for-me/CLIProxyAPI#1734); retired models are not served. */
const imageModels: ReadonlyMap<string, ImageModelRules> = new Map([
  ['gemini-nano-banana-2.1', { levels: ['MINIMAL', 'MEDIUM', 'HIGH'], search: true }],
  ['gemini-3-pro-image', { levels: [], search: true }],
  ['gemini-3.1-flash-lite-image', { levels: ['MINIMAL', 'HIGH'], search: false }],
])

/** Whether the service answers with pictures for this model. */
export function servesPictures(model: string): boolean {
  return imageModels.has(model)
}

/**
 * Checks a request to an image model beside its history, with the service's own words where they are known: no functions
 * (BerriAI/litellm#44983), no instruction (google/adk-java#110), no thinking where the model has none (iBUHub/AIStudioToAPI#213),
 * no JSON, and no answer without pictures; that later models refuse an instruction too, and the words on search, are inferred.
 */
export function checkImageRequest(body: JsonObject, model: string): void {
  const rules = imageModels.get(model)
  if (typeof body.store !== 'boolean') throw invalidArgument('store must be true or false in every request.')
  if (body.systemInstruction !== undefined) throw refusal(`Developer instruction is not enabled for models/${model}`)
  for (const tool of objectsOf(body.tools)) {
    if (tool.functionDeclarations !== undefined) throw refusal(`Function calling is not enabled for models/${model}`)
    if (tool.codeExecution !== undefined) throw refusal(`Code execution is not enabled for models/${model}`)
    if (tool.googleSearch !== undefined && rules?.search !== true) throw refusal('Search as tool is not enabled for this model')
  }
  const config = isJsonObject(body.generationConfig) ? body.generationConfig : {}
  if (config.responseMimeType !== undefined || config.responseSchema !== undefined || config.responseJsonSchema !== undefined)
    throw refusal('JSON mode is not enabled for this model')
  if (config.thinkingConfig !== undefined) checkThinking(config.thinkingConfig, rules?.levels ?? [])
  // none named stands for both kinds (vercel/ai#8584)
  if (config.responseModalities !== undefined) checkModalities(config, model, ['TEXT', 'IMAGE'], ['IMAGE'])
}

function checkThinking(config: JsonObject[string], levels: readonly string[]): void {
  if (levels.length === 0) throw refusal('Thinking is not enabled for this model')
  const level = isJsonObject(config) ? config.thinkingLevel : undefined
  if (level !== undefined && !levels.includes(requireText(level, 'thinkingConfig.thinkingLevel')))
    throw refusal('Thinking level is not supported for this model.')
}

const TOOL_PARTS = ['functionCall', 'functionResponse', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse']

/**
 * Checks the history of such a request: no parts of tools, no sound, and each picture of the model with its signature, counted
 * from 1 as the service does (archestra-ai/archestra#2548).
 */
export function checkPictureHistory(contents: readonly JsonObject[], model: string): void {
  contents.forEach((content, index) => {
    objectsOf(content.parts).forEach((part, place) => {
      if (TOOL_PARTS.some((name) => part[name] !== undefined)) throw refusal(`Function calling is not enabled for models/${model}`)
      const type = mediaTypeOf(part)
      if (type === null) return
      if (!type.startsWith('image/') && type !== 'application/pdf' && type !== 'text/plain') throw refusal(`Unsupported MIME type: ${type}`)
      if (content.role === 'model' && typeof part.thoughtSignature !== 'string')
        throw refusal(
          `Image part is missing a thought_signature in content position ${index + 1}, part position ${place + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures#model-behavior for more details.`,
        )
    })
  })
}

function mediaTypeOf(part: JsonObject): string | null {
  const media = [part.inlineData, part.fileData].find(isJsonObject)
  return typeof media?.mimeType === 'string' ? media.mimeType : null
}

/** Pixels at each side of a picture, and what one is charged as: that of 1K of `gemini-nano-banana-2.1`. */
const SIDE = 256
const TOKENS_OF_PICTURE = 1120
const TOKENS_OF_THOUGHTS = 60

/**
 * The chunks of an answer: a few words, then a picture whose colours go with the last words of the user, both signed; with
 * thoughts asked for, a draft before them, which is not signed.
 */
export function imageChunks(body: JsonObject, model: string, responseId: string): readonly JsonObject[] {
  const common = { modelVersion: model, responseId }
  const asked = objectsOf(objectsOf(body.contents).at(-1)?.parts)
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join(' ')
  const chunk = (part: JsonObject) => ({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }], ...common })
  const inlineData = { mimeType: 'image/png', data: picture(asked).toString('base64') }
  const read = Math.ceil(asked.length / 4)
  const usageMetadata = {
    promptTokenCount: read,
    candidatesTokenCount: TOKENS_OF_PICTURE + 4,
    thoughtsTokenCount: TOKENS_OF_THOUGHTS,
    totalTokenCount: read + TOKENS_OF_PICTURE + 4 + TOKENS_OF_THOUGHTS,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: read }],
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: TOKENS_OF_PICTURE }],
  }
  return [
    ...(showsThoughts(body)
      ? [chunk({ inlineData: { mimeType: 'image/png', data: picture('draft').toString('base64') }, thought: true })]
      : []),
    chunk({ text: 'Here is the picture.', thoughtSignature: `words-of-${responseId}` }),
    chunk({ inlineData, thoughtSignature: `picture-of-${responseId}` }),
    { candidates: [{ finishReason: 'STOP', index: 0 }], usageMetadata, ...common },
  ]
}

function showsThoughts({ generationConfig }: JsonObject): boolean {
  const config = isJsonObject(generationConfig) ? generationConfig.thinkingConfig : undefined
  return isJsonObject(config) && config.includeThoughts === true
}

/** A PNG of two colours that go with the text: a disc on a plain ground. */
function picture(text: string): Buffer {
  const seed = crc32(text)
  const ground = [0xd0 + (seed % 0x30), 0xc0 + ((seed >> 4) % 0x30), 0xb0 + ((seed >> 8) % 0x40)]
  const disc = [seed & 0x7f, (seed >>> 8) & 0x7f, (seed >>> 16) & 0xff]
  const rows = Buffer.alloc(SIDE * (1 + 3 * SIDE))
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const isDisc = Math.hypot(x - SIDE / 2, y - SIDE / 2) < SIDE / 3
      rows.set(isDisc ? disc : ground, y * (1 + 3 * SIDE) + 1 + 3 * x)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

function refusal(message: string): ClientViolation {
  return new ClientViolation(1007, message)
}
