import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { UIMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { runConvert } from '../../src/main/cli/convert'
import type { PlacedChunk } from '../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../src/shared/protocol/fold'
import { chunkProblem, messagesProblem, readMessage } from '../support/ai-reader'

// Recorded shapes of server traffic, and the conversation that a reader must see. `NAME.jsonl` is the server's traffic.
const folder = join(import.meta.dirname, 'converter')
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.jsonl') ? [file.slice(0, -'.jsonl'.length)] : []))

interface Expected {
  readonly note: string
  readonly from: string
  readonly messages: readonly unknown[]
}

async function convert(name: string, from: string): Promise<readonly PlacedChunk[]> {
  let text = ''
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString('utf8')
      done()
    },
  })
  const code = await runConvert(
    ['--from', from, '--to', 'ai-sdk'],
    Readable.from([readFileSync(join(folder, `${name}.jsonl`))]),
    output,
    output,
  )
  expect(code, text).toBe(0)
  const lines = text.split('\n').filter((line) => line !== '')
  const turns = new Map<string, string>()
  return lines.map((line): PlacedChunk => {
    const placed: Omit<PlacedChunk, 'turnId'> = JSON.parse(line)
    const { messageId, chunk } = placed
    if (chunk.type === 'start' && chunk.messageMetadata !== undefined) turns.set(messageId, String(chunk.messageMetadata.turnId))
    return { ...placed, turnId: turns.get(messageId) ?? '' }
  })
}

function seen(part: UIMessage['parts'][number]): readonly unknown[] {
  switch (part.type) {
    case 'text':
      return [{ text: part.text }]
    case 'reasoning':
      return [{ reasoning: part.text }]
    case 'source-url':
      return [{ source: part.url }]
    case 'dynamic-tool': {
      const { toolName, state, input } = part
      return [
        { tool: toolName, state, ...(state !== 'output-error' && { input }), ...(state === 'output-available' && { output: part.output }) },
      ]
    }
    default:
      return []
  }
}

async function conversation(output: readonly PlacedChunk[]): Promise<readonly unknown[]> {
  const { messages: inOrder } = output.reduce(foldChunk, emptyThread())
  const messages = await Promise.all(inOrder.map(({ id }) => readMessage(output, id)))
  expect(await messagesProblem(messages)).toBeNull()
  return messages.map((message) => {
    const own = output.filter(({ messageId }) => messageId === message.id).map(({ chunk }) => chunk)
    const parts = message.parts.flatMap(seen)
    if (message.role === 'user') return { role: 'user', text: parts.map((part) => Object.values(part ?? {})[0]).join(''), soundBytes: 0 }
    return {
      role: 'assistant',
      parts,
      finishReasons: own.flatMap((chunk) => (chunk.type === 'finish' ? [chunk.finishReason] : [])),
      soundBytes: own.reduce((sum, chunk) => sum + (chunk.type === 'data-pcm' ? Buffer.from(chunk.data.chunk, 'base64').length : 0), 0),
    }
  })
}

describe('parley convert with server traffic', () => {
  it.each(names)('%s', async (name) => {
    const expected: Expected = JSON.parse(readFileSync(join(folder, `${name}.expected.json`), 'utf8'))
    const output = await convert(name, expected.from)
    for (const { chunk } of output) expect(await chunkProblem(chunk)).toBeNull()
    expect(await conversation(output)).toEqual(expected.messages.map((message) => ({ soundBytes: 0, ...Object(message) })))
  })
})
