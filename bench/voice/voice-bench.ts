import { defaultSpeechSettings, speechRules } from '../../src/shared/audio/speech-rules'
import type { Settings } from '../../src/shared/ipc/schemas'
import { thisMachine } from '../lib/machine'
import { sized } from '../lib/sized'
import { amount, markdownTable } from '../lib/table'
import { writeResult } from '../lib/write-result'
import { makeCorpus } from './corpus'
import { judge, loadShippedModel, type Verdict } from './judge'
import { NOISE_NAMES } from './noises'

const NOISES_PER_VOICE = sized(8, 0)
const SECONDS_OF_NOISE = sized(30, 6)

/** What the product makes of the corpus at one sensitivity. */
export interface HeardAt {
  readonly speechSensitivity: Settings['speechSensitivity']
  /** In Node. */
  readonly msPerWindow: number
  readonly rows: readonly HeardInNoise[]
}
export type HeardVoices = readonly HeardAt[]

/** Lets the shipped model hear every voice in every noise, at each sensitivity: misses, false starts and onset. */
export async function voiceBench(): Promise<HeardVoices> {
  const scenes = makeCorpus(NOISES_PER_VOICE, SECONDS_OF_NOISE).filter((_, number) => number % sized(1, 8) === 0)
  const seconds = scenes.reduce((sum, { sound }) => sum + sound.length / 16_000, 0)
  const model = await loadShippedModel()
  const results: HeardAt[] = []
  for (const speechSensitivity of ['low', 'normal', 'high'] as const) {
    const rules = speechRules({ ...defaultSpeechSettings, speechSensitivity })
    const verdicts: Verdict[] = []
    const startedAt = performance.now()
    for (const scene of scenes) verdicts.push(await judge(scene, model, rules))
    const msPerWindow = (performance.now() - startedAt) / ((seconds * 1000) / 32)
    results.push({ speechSensitivity, msPerWindow, rows: ['quiet' as const, ...NOISE_NAMES].map((noise) => rowOf(noise, verdicts)) })
  }
  await model.close()
  return results
}

/** The same alone: prints the tables and writes the result. */
export async function printVoiceBench(): Promise<void> {
  const results = await voiceBench()
  for (const one of results) {
    const window = `${amount(one.msPerWindow)} ms for each window of 32 ms`
    process.stdout.write(`\nSensitivity ${one.speechSensitivity}, ${window}\n\n${voiceTable(one)}\n`)
  }
  await writeResult('voice', { date: new Date().toISOString().slice(0, 10), machine: thisMachine(), results })
}

/** All voices in one noise, and that noise alone. */
export interface HeardInNoise {
  readonly noise: string
  readonly utterances: number
  readonly misses: number
  readonly falseStarts: number
  readonly falseStartsAlone: number
  readonly onsetMedianMs: number
  readonly onsetP90Ms: number
  readonly longestCutMs: number
}

function rowOf(noise: string, all: readonly Verdict[]): HeardInNoise {
  const mine = all.filter(({ scene }) => scene.noise === noise)
  const spoken = mine.filter(({ scene }) => scene.said !== null)
  const onsets = spoken.flatMap(({ late }) => (late === null ? [] : [late])).sort((one, other) => one - other)
  const at = (share: number): number => onsets[Math.min(onsets.length - 1, Math.floor(onsets.length * share))] ?? 0
  const sum = (verdicts: readonly Verdict[]): number => verdicts.reduce((total, { falseStarts }) => total + falseStarts, 0)
  return {
    noise,
    utterances: spoken.length,
    misses: spoken.filter(({ missed }) => missed).length,
    falseStarts: sum(spoken),
    falseStartsAlone: sum(mine.filter(({ scene }) => scene.said === null)),
    onsetMedianMs: at(0.5),
    onsetP90Ms: at(0.9),
    longestCutMs: Math.max(0, ...spoken.map(({ cutMs }) => cutMs)),
  }
}

/** One row for each noise, as Markdown. */
export function voiceTable({ rows }: HeardAt): string {
  const head = [
    'noise',
    'utterances',
    'missed',
    'false starts',
    `in ${SECONDS_OF_NOISE} s of it alone`,
    'onset median ms',
    'P90 ms',
    'cut off ms',
  ]
  return markdownTable(
    head,
    rows.map((row) => [
      row.noise,
      String(row.utterances),
      String(row.misses),
      String(row.falseStarts),
      String(row.falseStartsAlone),
      amount(row.onsetMedianMs),
      amount(row.onsetP90Ms),
      amount(row.longestCutMs),
    ]),
  )
}
