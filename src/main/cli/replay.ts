import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareOutcomes, expectedOutcome, withExpected } from '../../shared/fixtures/compare-outcomes'
import { type Outcome, outcomeOf } from '../../shared/fixtures/conversation-outcome'
import type { Fixture } from '../../shared/fixtures/fixture'
import { parseFixture } from '../../shared/fixtures/parse-fixture'
import { serializeFixture } from '../../shared/fixtures/serialize-fixture'
import { type EventName, events } from '../../shared/ipc/contract'
import { builtFolders } from '../app/built-folders'
import { nodeFiles, writeAtomically } from '../lib/files'
import { type ImportedConversation, importConversation } from '../replay/import-conversation'
import { recordingFiles } from '../replay/recording-files'
import type { ReplayAnswers } from '../replay/replay-driver'
import { runRecording } from './run-recording'
import { argumentProblem, usageProblem } from './usage-problem'

const OPTIONS = {
  approve: { type: 'string', default: 'recorded' },
  speed: { type: 'string', default: 'max' },
  update: { type: 'boolean', default: false },
  print: { type: 'boolean', default: false },
} as const
const FASTEST = 1000

interface ReplayOptions {
  readonly path: string
  readonly answers: ReplayAnswers
  readonly speed: number
  readonly update: boolean
  readonly print: boolean
}

/** The result of one file. */
type Verdict =
  | { readonly kind: 'same' | 'unchecked' | 'updated'; readonly facts: string }
  | { readonly kind: 'different' | 'failed' | 'refused'; readonly lines: readonly string[] }

/**
 * `parley replay`: plays recordings, each with its own user, through the whole app without a window, and compares the outcome
 * with the expected one. Prints one line per recording with its differences below, or, with `--print`, every chunk of one
 * recording as a JSON line. Exit code 0 if everything is as expected, 1 if something differs, did not finish or can't be read,
 * 2 if the arguments are wrong.
 */
export async function runReplay(args: readonly string[], output: NodeJS.WritableStream, problems: NodeJS.WritableStream): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') return usageProblem(problems, 'replay', options)
  const path = resolve(options.path)
  const kind = await stat(path).then(
    (facts) => (facts.isDirectory() ? 'folder' : 'file'),
    () => null,
  )
  if (kind === null) return usageProblem(problems, 'replay', `${basename(path)} can't be read. Name a file or a folder that exists.`)
  if (kind === 'file') return replayOne(path, options, output, problems)
  const files = await recordingFiles(path)
  if (files.length === 0) return usageProblem(problems, 'replay', `${basename(path)} holds no recording: no .jsonl and no .json file.`)
  let wrong = 0
  for (const file of files) {
    const verdict = await judge(file, options, null)
    if (verdict.kind === 'different' || verdict.kind === 'failed') wrong += 1
    report(output, relative(path, file), verdict)
  }
  output.write(`${files.length} recordings, ${wrong} not as expected\n`)
  return wrong === 0 ? 0 : 1
}

async function replayOne(
  path: string,
  options: ReplayOptions,
  output: NodeJS.WritableStream,
  problems: NodeJS.WritableStream,
): Promise<number> {
  const verdict = await judge(path, options, options.print ? chunkPrinter(output) : null)
  if (verdict.kind === 'refused') {
    problems.write(`parley replay: ${verdict.lines.join('\n')}\n`)
    return 2
  }
  const wrong = verdict.kind === 'different' || verdict.kind === 'failed'
  if (!options.print) report(output, basename(path), verdict)
  else if (wrong) problems.write(`parley replay: ${verdict.lines.join('\n')}\n`)
  return wrong ? 1 : 0
}

async function judge(path: string, options: ReplayOptions, heard: ((name: EventName, payload: unknown) => void) | null): Promise<Verdict> {
  const imported = await importConversation(path)
  if (!imported.ok) return { kind: 'refused', lines: [imported.error.message] }
  const conversation = imported.value
  if (conversation.kind === 'chunks') return judgeChunks(conversation)
  const { answers, speed, update } = options
  const { fixture } = conversation
  const ran = await runRecording(fixture, { answers, speed, dataFiles: builtFolders(import.meta.url).data, ...(heard && { heard }) })
  if (ran.problem !== null) return { kind: 'failed', lines: [ran.problem] }
  const outcome = outcomeOf(ran.events)
  if (update) {
    await writeExpected(path, answers, outcome)
    return { kind: 'updated', facts: factsOf(outcome) }
  }
  return compared(fixture, answers, outcome, conversation.notes)
}

function compared(fixture: Fixture, answers: ReplayAnswers, outcome: Outcome, notes: readonly string[]): Verdict {
  const expected = expectedOutcome(fixture, answers)
  const facts = [factsOf(outcome), ...notes].join('; ')
  if (expected === null) return { kind: 'unchecked', facts }
  const differences = compareOutcomes(expected, outcome)
  if (differences.length === 0) return { kind: 'same', facts }
  return { kind: 'different', lines: differences.flatMap(({ lines }) => lines) }
}

function judgeChunks({ messages, mended }: Extract<ImportedConversation, { kind: 'chunks' }>): Verdict {
  const calls = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'dynamic-tool')).length
  const facts = `${messages.length} messages, ${calls} calls`
  return { kind: 'unchecked', facts: mended.length === 0 ? facts : `${facts}; mended: ${mended.join(', ')}` }
}

/** Only a recording in Parley's format can state its expected outcome. */
async function writeExpected(path: string, answers: ReplayAnswers, outcome: Outcome): Promise<void> {
  const parsed = parseFixture(await readFile(path, 'utf8'))
  if (!parsed.ok) return
  await writeAtomically(nodeFiles, join(dirname(path), basename(path)), serializeFixture(withExpected(parsed.value, answers, outcome)))
}

function factsOf({ message, call, sound }: Outcome): string {
  const seconds =
    sound.reduce((sum: number, one) => sum + (typeof one === 'object' && one !== null && 'samples' in one ? Number(one.samples) : 0), 0) /
    24_000
  return `${message.length} messages, ${call.length} calls, ${seconds.toFixed(1)} s of sound`
}

const MARKS = { same: 'ok', unchecked: 'played', updated: 'updated', different: 'DIFFERS', failed: 'FAILED', refused: 'refused' } as const

function report(output: NodeJS.WritableStream, name: string, verdict: Verdict): void {
  output.write(`${MARKS[verdict.kind].padEnd(8)}${name}${'facts' in verdict ? `  ${verdict.facts}` : ''}\n`)
  if ('lines' in verdict) for (const line of verdict.lines) output.write(`        ${line}\n`)
}

function readOptions(args: readonly string[]): ReplayOptions | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const [path] = positionals
    const speed = values.speed === 'max' ? FASTEST : Number(values.speed)
    const { approve: answers, update, print } = values
    if (path === undefined || positionals.length > 1) return 'name one recording, or one folder of recordings.'
    if (answers !== 'all' && answers !== 'none' && answers !== 'recorded') return '--approve takes "all" or "none" or "recorded".'
    if (!(speed > 0 && speed <= FASTEST)) return `--speed takes "max" or a number above 0 and up to ${FASTEST}.`
    return { path, answers, speed, update, print }
  } catch (error) {
    return `${argumentProblem(error)}.`
  }
}

/** Writes chunks as they come; sound is written as `data-pcm` of its turn's message. */
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
