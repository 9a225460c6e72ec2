import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageFacts from '../../../package.json'
import { type EventName, events } from '../../shared/ipc/contract'
import { z } from '../../shared/lib/zod'
import { builtFolders } from '../built-folders'
import { loadFixture } from '../fixtures/load-fixture'
import { silentLogger } from '../log/logger'
import { randomIds } from '../random-ids'
import { start } from '../start'
import { systemClock } from '../system-clock'
import { argumentProblem } from './argument-problem'
import { type ReplayPlatform, replayPlatform } from './replay-platform'
import { createReplayUser, type ReplayUser } from './replay-user'
import { usageProblem } from './usage-problem'
import { userTurns } from './user-turns'

const OPTIONS = { approve: { type: 'string' }, speed: { type: 'string', default: 'max' } } as const
const FASTEST = 1000
const createdSchema = z.object({ conversationId: z.string() })

/**
 * `parley replay`: plays one recording through the whole app without a window: the fixture server, the real client
 * library, converter, queue and tools. Prints every chunk as one JSON line `{messageId, role, chunk}`. Exit code 0 when
 * every turn came to its end, 1 when one did not, 2 when the command was wrong.
 */
export async function runReplay(args: readonly string[], output: NodeJS.WritableStream, problems: NodeJS.WritableStream): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') return usageProblem(problems, 'replay', options)
  const loaded = await loadFixture(resolve(options.file))
  if (!loaded.ok) return usageProblem(problems, 'replay', loaded.error.message)
  const fixture = loaded.value
  if (fixture.protocol !== 'gemini-live') {
    return usageProblem(problems, 'replay', 'This recording is written, not spoken. Choose one whose protocol is gemini-live.')
  }
  const userDataFolder = mkdtempSync(join(tmpdir(), 'parley-replay-'))
  let user: ReplayUser | null = null
  const print = chunkPrinter(output)
  const platform: ReplayPlatform = replayPlatform({ userDataFolder, fixturesFolder: '' }, (name, payload) => {
    print(name, payload)
    user?.heard(name, payload)
  })
  const running = await start(platform, {
    version: packageFacts.version,
    clock: systemClock,
    newId: randomIds,
    openLog: () => silentLogger,
    environment: {},
    fixtures: [fixture],
    fixtureProblems: [],
    dataFiles: builtFolders(import.meta.url).data,
    replaySpeed: options.speed,
  })
  try {
    const created = await platform.dispatch()('conversation.create', null)
    if (!created.ok) throw new Error(created.error.message)
    const { conversationId } = createdSchema.parse(created.value)
    user = createReplayUser(conversationId, () => platform.dispatch(), options.approve, systemClock)
    for (const turn of userTurns(fixture, options.approve)) await user.take(turn, fixture.prompt.en)
    return 0
  } catch (error) {
    problems.write(`parley replay: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    user = null
    await running.stop()
    rmSync(userDataFolder, { recursive: true, force: true })
  }
}

function readOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const [file] = positionals
    const speed = values.speed === 'max' ? FASTEST : Number(values.speed)
    if (file === undefined || positionals.length > 1) return 'name one recording.'
    if (values.approve !== 'all' && values.approve !== 'none') return '--approve takes "all" or "none".'
    if (!(speed > 0 && speed <= FASTEST)) return `--speed takes "max" or a number above 0 and up to ${FASTEST}.`
    return { file, approve: values.approve === 'all', speed }
  } catch (error) {
    return `${argumentProblem(error)}.`
  }
}

/** Writes chunks as they come; sound is written as `data-pcm` of the message whose turn it belongs to. */
function chunkPrinter(output: NodeJS.WritableStream): (name: EventName, payload: unknown) => void {
  const answers = new Map<string, string>()
  const write = (line: unknown): void => void output.write(`${JSON.stringify(line)}\n`)
  return (name, payload) => {
    if (name === 'stream.chunk') {
      const { messageId, role, chunk, turnId } = events[name].parse(payload)
      if (role === 'assistant') answers.set(turnId, messageId)
      write({ messageId, role, chunk })
    } else if (name === 'playback.pcm') {
      const { turnId, pcm, sampleRate, startSample } = events[name].parse(payload)
      const data = { chunk: Buffer.from(pcm).toString('base64'), sampleRate, channels: 1, bitDepth: 16, startSample }
      write({ messageId: answers.get(turnId), role: 'assistant', chunk: { type: 'data-pcm', data, transient: true } })
    }
  }
}
