import { chat, toolDefinition } from '@tanstack/ai'
import { createGeminiChat } from '@tanstack/ai-gemini'
import type { Path } from './path'

const getWeather = toolDefinition({ name: 'getWeather', description: 'The weather of a place', inputSchema: { type: 'object' } })

/** TanStack AI's Gemini adapter, to the chunks of its own protocol (AG-UI). */
export const tanstack: Path = async (fetchStream) => {
  const adapter = createGeminiChat('gemini-3.8-flash', 'bench', { httpOptions: { fetch: fetchStream } })
  const messages = [{ role: 'user' as const, content: 'How will the weather be?' }]
  let count = 0
  for await (const chunk of chat({ adapter, messages, tools: [getWeather.client()], debug: false })) {
    if (chunk.type === 'RUN_ERROR') throw new Error(`TanStack's adapter failed: ${JSON.stringify(chunk)}`)
    count += 1
  }
  return count
}
