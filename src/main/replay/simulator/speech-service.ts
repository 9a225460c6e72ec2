import type { JsonObject } from '../../../shared/lib/json'
import { isJsonObject } from '../../../shared/lib/json-value'
import { ClientViolation, invalidArgument } from './client-violation'
import { requireItems, requireObject, requireText } from './json-shape'

const speechModels: ReadonlySet<string> = new Set(['gemini-3.8-flash-tts', 'gemini-3.8-flash-lite-tts'])
/** Hz */
const RATE = 24_000
const TONE_HERTZ = 440
const TONE_PEAK = 8_000
/** Sound for one character of text, and of one chunk, in samples. */
const SAMPLES_OF_CHARACTER = RATE / 16
const SAMPLES_OF_CHUNK = RATE / 4
/** What one second of sound is charged as. */
const TOKENS_A_SECOND = 25

/** Whether the model makes speech of text. */
export function isSpeechModel(model: string): boolean {
  return speechModels.has(model)
}

/**
 * Checks a request to a speech model, with the service's own words where they are known: no instruction
 * (TheKentuckian/robot_comic#122), no tools, no thinking (iBUHub/AIStudioToAPI#213), sound and nothing else
 * (BerriAI/litellm#11118), and always a voice (genkit-ai/genkit#5489). Gives the text that is to be spoken.
 */
export function checkSpeechRequest(body: JsonObject, model: string): string {
  if (typeof body.store !== 'boolean') throw invalidArgument('store must be true or false in every request.')
  if (body.systemInstruction !== undefined) throw refusal('Developer instruction is not enabled for this model')
  if (body.tools !== undefined) throw refusal(`Function calling is not enabled for models/${model}`)
  const config = isJsonObject(body.generationConfig) ? body.generationConfig : {}
  if (config.thinkingConfig !== undefined) throw refusal('Thinking is not enabled for this model')
  checkModalities(config, model, ['AUDIO'])
  if (voiceOf(config) === null) throw refusal('Request contains an invalid argument.')
  const contents = requireItems(body.contents, 'contents').map((content) => requireObject(content, 'contents'))
  const parts = contents.flatMap((content) => requireItems(content.parts, 'contents.parts'))
  return parts.map((part) => requireText(requireObject(part, 'contents.parts').text, 'contents.parts.text')).join('\n')
}

/** Refuses a request that asks for other kinds of answers than the model gives; none named stands for text. */
export function checkModalities(config: JsonObject, model: string, ...accepted: readonly (readonly string[])[]): void {
  const asked = Array.isArray(config.responseModalities) ? config.responseModalities.map(String) : ['TEXT']
  const fits = accepted.some((kinds) => kinds.length === asked.length && kinds.every((kind) => asked.includes(kind)))
  if (fits) return
  const list = accepted.map((kinds) => `* ${kinds.join(', ')}\n`).join('')
  throw refusal(
    `The requested combination of response modalities (${asked.join(', ')}) is not supported by the model. models/${model} accepts the following combination of response modalities:\n${list}`,
  )
}

/** The chunks of an answer: a tone of 440 Hz whose length goes with the text, then the end and what it took. */
export function speechChunks(text: string, model: string, responseId: string): readonly JsonObject[] {
  const common = { modelVersion: model, responseId }
  const samples = [...text].length * SAMPLES_OF_CHARACTER
  const chunks: JsonObject[] = []
  for (let start = 0; start < samples; start += SAMPLES_OF_CHUNK) {
    const data = tone(start, Math.min(SAMPLES_OF_CHUNK, samples - start)).toString('base64')
    const inlineData = { mimeType: `audio/L16;codec=pcm;rate=${RATE}`, data }
    chunks.push({ candidates: [{ content: { role: 'model', parts: [{ inlineData }] }, index: 0 }], ...common })
  }
  const read = Math.ceil([...text].length / 4)
  const written = Math.ceil((samples / RATE) * TOKENS_A_SECOND)
  const usageMetadata = {
    promptTokenCount: read,
    candidatesTokenCount: written,
    totalTokenCount: read + written,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: read }],
    candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: written }],
  }
  return [...chunks, { candidates: [{ finishReason: 'STOP', index: 0 }], usageMetadata, ...common }]
}

function tone(start: number, length: number): Buffer {
  const pcm = Buffer.alloc(length * 2)
  for (let index = 0; index < length; index += 1) {
    pcm.writeInt16LE(Math.round(TONE_PEAK * Math.sin((2 * Math.PI * TONE_HERTZ * (start + index)) / RATE)), index * 2)
  }
  return pcm
}

function voiceOf({ speechConfig }: JsonObject): string | null {
  const voice = isJsonObject(speechConfig) ? speechConfig.voiceConfig : undefined
  const prebuilt = isJsonObject(voice) ? voice.prebuiltVoiceConfig : undefined
  return isJsonObject(prebuilt) && typeof prebuilt.voiceName === 'string' && prebuilt.voiceName !== '' ? prebuilt.voiceName : null
}

function refusal(message: string): ClientViolation {
  return new ClientViolation(1007, message)
}
