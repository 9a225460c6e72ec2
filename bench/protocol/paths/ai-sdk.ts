import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { JsonToSseTransformStream, jsonSchema, streamText, tool } from 'ai'
import type { Path } from './path'

function uiMessageStream(fetchStream: () => Promise<Response>) {
  const google = createGoogleGenerativeAI({ apiKey: 'bench', fetch: fetchStream })
  const result = streamText({
    model: google('gemini-3.8-flash'),
    prompt: 'How will the weather be?',
    tools: { getWeather: tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }) }) },
  })
  return result.toUIMessageStream({
    sendReasoning: true,
    sendSources: true,
    onError(error) {
      throw error
    },
  })
}

/** The AI SDK's Gemini provider, to the same chunks. */
export const aiSdk: Path = async (fetchStream) => {
  let count = 0
  for await (const chunk of uiMessageStream(fetchStream)) if (chunk.type !== 'error') count += 1
  return count
}

/** The same, written out as an event stream. */
export const aiSdkSse: Path = async (fetchStream) => {
  let characters = 0
  const stream: ReadableStream<string> = uiMessageStream(fetchStream).pipeThrough(new JsonToSseTransformStream())
  for await (const text of stream) characters += text.length
  return characters
}
