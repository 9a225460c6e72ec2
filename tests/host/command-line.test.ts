import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from '../../src/shared/lib/zod'
import type { Chunk, PlacedChunk } from '../../src/shared/protocol/chunks'
import { chunkProblem, messagesProblem, readMessages } from '../support/ai-reader'
import { bundledFixture, serverFrames } from '../support/fixture-facts'
import { runParley } from '../support/run-parley'
import { lintStream } from '../support/stream-lint'

const lineSchema = z.strictObject({ messageId: z.string().min(1), role: z.enum(['user', 'assistant']), chunk: z.custom<Chunk>() })

function placed(output: string): readonly PlacedChunk[] {
  return (
    output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => lineSchema.parse(JSON.parse(line)))
      // the command does not write turns: here every message counts as one
      .map((line) => ({ turnId: line.messageId, ...line }))
  )
}

/** Every problem that the judges find in a stream. */
async function problems(chunks: readonly PlacedChunk[]): Promise<readonly string[]> {
  const refused = await Promise.all(chunks.map(({ chunk }) => chunkProblem(chunk)))
  const messages = await messagesProblem(await readMessages(chunks))
  return [...refused, messages, ...lintStream(chunks)].filter((problem) => problem !== null)
}

const textOf = (chunks: readonly PlacedChunk[]): string =>
  chunks.flatMap(({ role, chunk }) => (role === 'assistant' && chunk.type === 'text-delta' ? [chunk.delta] : [])).join('')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-command-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('parley convert', () => {
  it.each(['weather', 'payment', 'interruption'])('converts the frames of %s to a stream that the AI SDK accepts', async (name) => {
    const frames = serverFrames(await bundledFixture(name), 'approved')
    const { code, output } = await runParley(
      ['convert', '--from', 'gemini-live', '--to', 'ai-sdk'],
      frames.map((frame) => JSON.stringify(frame)).join('\n'),
    )
    const chunks = placed(output)
    expect({ code, problems: await problems(chunks), empty: textOf(chunks) === '' }).toEqual({ code: 0, problems: [], empty: false })
  })
})

describe('parley replay', () => {
  it.each([
    ['all', 'tool-output-available'],
    ['none', 'tool-output-denied'],
  ])('plays the payment through the real client library with --approve %s', async (approve, settlement) => {
    const { code, output, problems: said } = await runParley(['replay', 'fixtures/payment.jsonl', '--approve', approve, '--print'])
    const chunks = placed(output)
    expect({ code, said }).toEqual({ code: 0, said: '' })
    expect(await problems(chunks)).toEqual([])
    expect(chunks.filter(({ chunk }) => chunk.type === settlement)).toHaveLength(1)
  })

  it('says which line of a recording is bad, and what to do', async () => {
    const file = join(folder, 'bad.jsonl')
    await writeFile(file, '{"format":"parley-fixture","version":1}\n{"t":1,"dir":"server","frame":{}}\n')
    const { code, output, problems: said } = await runParley(['replay', file, '--approve', 'all'])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(said).toMatch(/bad\.jsonl: Line 1 /)
  })

  it('checks the outcome: an expected one is equal, and differences are shown', async () => {
    const file = join(folder, 'check.jsonl')
    for (const name of ['payment.jsonl', 'payment.wav', 'payment-user.wav']) await copyFile(`fixtures/${name}`, join(folder, name))
    await rename(join(folder, 'payment.jsonl'), file)
    const unchecked = await runParley(['replay', file, '--approve', 'none'])
    expect(unchecked).toMatchObject({ code: 0, problems: '' })
    expect(unchecked.output).toMatch(/^played +check\.jsonl {2}2 messages, 1 calls, \d+\.\d s of sound\n$/)
    expect((await runParley(['replay', file, '--approve', 'none', '--update'])).code).toBe(0)
    expect((await runParley(['replay', file, '--approve', 'none'])).output).toMatch(/^ok /)

    const before = await readFile(file, 'utf8')
    await writeFile(file, before.replace(/("expected":.*)48600/g, '$148601'))
    const { code, output } = await runParley(['replay', folder, '--approve', 'none'])
    expect(code).toBe(1)
    expect(output).toContain('DIFFERS check.jsonl')
    expect(output).toContain('- input.amount: 48601')
    expect(output).toContain('+ input.amount: 48600')
    expect(output).toContain('not as expected')
  })

  it('refuses unknown words', async () => {
    const { code, problems: said } = await runParley(['replay', 'fixtures/payment.jsonl', '--approve', 'maybe'])
    expect(code).toBe(2)
    expect(said).toContain('--approve takes "all" or "none"')
  })
})

/** A ready host on this data folder; it is started outside of any project. */
async function startServing(data: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, [resolve('bin/parley.mjs'), 'serve', '--data', data], {
    cwd: dirname(data),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface({ input: server.stdout }), 'line')
  return server
}

describe('parley serve', () => {
  it('prints one JSON line when it is ready, serves the page, and ends when told to', async () => {
    const server = spawn(process.execPath, [resolve('bin/parley.mjs'), 'serve', '--fixture', 'fixtures/payment.jsonl'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((done) => server.once('exit', done))
    const line = await new Promise<string>((ready) => createInterface({ input: server.stdout }).once('line', ready))
    const { url, token } = z.strictObject({ url: z.string(), token: z.string() }).parse(JSON.parse(line))
    expect(token.length).toBeGreaterThan(40)
    const page = await fetch(url)
    expect({ status: page.status, policy: page.headers.get('content-security-policy')?.includes('unsafe') }).toEqual({
      status: 200,
      policy: false,
    })
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('says in one line why the port or the data folder is not available, and ends with 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = z.object({ port: z.number() }).parse(taken.address())
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const runs = await Promise.all([
      runParley(['serve', '--port', String(port)]),
      runParley(['serve', '--gateway', String(port)]),
      runParley(['serve', '--data', file]),
      runParley(['serve', '--data', join(file, 'below')]),
      ...(process.platform === 'linux' ? [runParley(['serve', '--data', '/proc/nope'])] : []),
    ])
    taken.close()
    for (const { code, output, problems: said } of runs) {
      expect({ code, output, lines: said.split('\n').length }).toEqual({ code: 1, output: '', lines: 2 })
      expect(said).toMatch(
        /^parley serve: (?:Port \d+ (?:is taken|can't be had)|The data folder .* can't be used).* --(?:port|gateway|data)/,
      )
    }
  })

  it('opens the gateway with --gateway: the printed token talks, from no page but that of --origin, nothing else does, and the end waits for the answer', async () => {
    const page = 'http://localhost:5173'
    const tokenFile = join(folder, 'token')
    const more = ['--origin', page, '--token-file', tokenFile, '--data', join(folder, 'data'), '--speed', '100']
    const args = [resolve('bin/parley.mjs'), 'serve', '--gateway', '0', ...more]
    const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, GEMINI_API_KEY: '' } })
    const ended = new Promise<number | null>((done) => server.once('exit', done))
    const line = await new Promise<string>((ready) => createInterface({ input: server.stdout }).once('line', ready))
    const { gateway } = z.looseObject({ gateway: z.strictObject({ url: z.url(), token: z.string().min(40) }) }).parse(JSON.parse(line))
    const body = JSON.stringify({
      id: 'chat',
      messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'How is the weather?' }] }],
    })
    const ask = (token: string) =>
      fetch(`${gateway.url}/api/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body,
      })
    expect(await readFile(tokenFile, 'utf8')).toBe(`${gateway.token}\n`)
    expect((await ask(`${gateway.token}x`)).status).toBe(401)
    const fromPage = async (origin: string) => {
      const response = await fetch(`${gateway.url}/api/tools`, { headers: { authorization: `Bearer ${gateway.token}`, origin } })
      await response.body?.cancel()
      return [response.status, response.headers.get('access-control-allow-origin')]
    }
    expect([await fromPage(page), await fromPage('http://localhost:5174')]).toEqual([
      [200, page],
      [403, null],
    ])
    const answer = await ask(gateway.token)
    server.kill('SIGTERM')
    const told = await answer.text()
    expect({ status: answer.status, whole: told.endsWith('data: [DONE]\n\n'), said: told.includes('text-delta') }).toEqual({
      status: 200,
      whole: true,
      said: true,
    })
    expect(await ended).toBe(0)
  })

  it('keeps a second host out of a data folder in use, lets it in after the first was killed, and logs wherever it was started', async () => {
    const data = join(folder, 'data')
    const first = await startServing(data)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    const second = await runParley(['serve', '--data', data])
    expect({ code: second.code, output: second.output }).toEqual({ code: 1, output: '' })
    expect(second.problems).toMatch(/^parley serve: Parley already runs with the data folder .*\n$/)
    first.kill('SIGKILL')
    await once(first, 'exit')
    chmodSync(data, 0o755)
    const third = await startServing(data)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    third.kill('SIGTERM')
    await once(third, 'exit')
    expect(readFileSync(join(data, 'logs', 'parley.log'), 'utf8')).toContain('"event":"started"')
  })

  it('lists its faults, and says in one line which one it does not know', async () => {
    const { code, output } = await runParley(['serve', '--fault', 'list'])
    expect({ code, shown: output.includes('network-lost:at=mid-answer,afterMs=0  (times=1)') }).toEqual({ code: 0, shown: true })
    expect(await runParley(['serve', '--fault', 'quota', '--fault', 'sunshine'])).toMatchObject({
      code: 2,
      output: '',
      problems: expect.stringMatching(/^parley serve: There is no fault "sunshine"/),
    })
  })

  it('refuses an origin that is none, or that stands without a gateway', async () => {
    for (const wrong of [
      ['--origin', 'http://localhost:3000'],
      ['--gateway', '0', '--origin', 'http://localhost:3000/chat'],
    ])
      expect(await runParley(['serve', ...wrong])).toMatchObject({ code: 2, output: '', problems: expect.stringContaining('--origin') })
  })

  it('refuses a recording that can’t be played', async () => {
    const { code, problems: said } = await runParley(['serve', '--fixture', join(folder, 'missing.jsonl')])
    expect(code).toBe(2)
    expect(said).toContain("missing.jsonl can't be read")
  })
})

describe('parley', () => {
  it('explains itself when it is called without a command or with an unknown one', async () => {
    expect((await runParley([])).problems).toContain('parley convert')
    const unknown = await runParley(['sing'])
    expect({ code: unknown.code, said: unknown.problems.startsWith('parley: there is no command "sing".') }).toEqual({
      code: 2,
      said: true,
    })
    expect((await runParley(['help'])).output).toContain('parley replay')
    expect((await runParley(['-h'])).output).toContain('parley replay')
    expect(await runParley(['convert', '--help'])).toMatchObject({ code: 0, output: expect.stringContaining('parley convert') })
    expect((await runParley(['--version'])).output).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await runParley(['replay', '--speed', '-1'])).problems.split('\n')).toHaveLength(2)
  })
})
