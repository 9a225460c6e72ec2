import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { geminiAt } from './gemini-at'
import { httpServer } from './http-server'

const bodySchema = z.looseObject({
  contents: z.array(
    z.looseObject({ parts: z.array(z.looseObject({ text: z.string().optional(), functionResponse: z.unknown().optional() })) }),
  ),
})

/**
 * A text model that survives restarts of the app. The user's text says what it calls: `7: copy music where` calls `write_clipboard` with
 * a text of its own, `change_bgm` and `get_location`; other text, and results, are answered in words.
 */
export function choosingModel() {
  return callingModel(callsIn)
}

/** A text model that calls what `callsOf` reads in the user's text, and answers other text, and results, in words. */
export async function callingModel(callsOf: (text: string) => readonly object[]) {
  const url = await httpServer((request, response) => {
    void json(request).then(
      (body) => {
        const last = bodySchema.parse(body).contents.at(-1)?.parts ?? []
        const text = last.map((part) => part.text ?? '').join('')
        const called = last.some(({ functionResponse }) => functionResponse !== undefined) ? [] : callsOf(text)
        const parts = called.length > 0 ? called.map((functionCall) => ({ functionCall })) : [{ text: 'All right.' }]
        const chunk = {
          candidates: [{ content: { role: 'model', parts }, index: 0, finishReason: 'STOP' }],
          modelVersion: 'gemini-3.8-flash',
        }
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(chunk)}\n\n`)
      },
      () => response.writeHead(404).end(),
    )
  })
  geminiAt(url)
  onTestFinished(() => geminiAt(null))
  return { fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } }
}

function callsIn(text: string): readonly object[] {
  const [, run = '', kinds = ''] = /^(\S+): ([a-z ]+)$/.exec(text) ?? []
  return kinds.split(' ').flatMap((kind, index): readonly object[] => {
    switch (kind) {
      case 'copy':
        return [{ id: `call-${index}`, name: 'write_clipboard', args: { text: `${run}/${index}` } }]
      case 'music':
        return [{ id: `call-${index}`, name: 'change_bgm', args: { track: 'rain' } }]
      case 'where':
        return [{ id: `call-${index}`, name: 'get_location', args: {} }]
      default:
        return []
    }
  })
}
