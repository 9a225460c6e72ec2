import { loadFixture } from '../../src/main/replay/simulator/load-fixture'
import { bytesToSamples } from '../../src/shared/audio/pcm'
import type { Fixture, FixtureStep } from '../../src/shared/fixtures/fixture'
import { z } from '../../src/shared/lib/zod'

const contentSchema = z.object({
  serverContent: z.object({
    modelTurn: z.object({ parts: z.array(z.object({ inlineData: z.object({ data: z.string() }).optional() })) }).optional(),
    inputTranscription: z.object({ text: z.string() }).optional(),
    outputTranscription: z.object({ text: z.string() }).optional(),
    turnComplete: z.boolean().optional(),
  }),
})

const callSchema = z.object({ toolCall: z.object({}) })

/** The text and the sound of one turn of a recording. */
export interface RecordedTurn {
  readonly userText: string
  /** all of it, and piece by piece if there are calls in between */
  readonly modelText: string
  readonly modelTexts: readonly string[]
  /** s16 mono 24 kHz */
  readonly audio: Int16Array
}

/** Loads a bundled recording by name. */
export function bundledFixture(name: string): Promise<Fixture> {
  return fixtureAt(`fixtures/${name}.jsonl`)
}

/** Loads one of the recordings that only tests play: calls with every possible answer. */
export function toolFixture(name: string): Promise<Fixture> {
  return fixtureAt(`tests/fixtures/${name}.jsonl`)
}

async function fixtureAt(path: string): Promise<Fixture> {
  const loaded = await loadFixture(path)
  if (!loaded.ok) throw new Error(loaded.error.message)
  return loaded.value
}

/** The turns of a recording, from its server frames; at a branch the section `on` is taken. */
export function recordedTurns(fixture: Fixture, on: 'approved' | 'denied' | 'expired' = 'approved'): readonly RecordedTurn[] {
  const turns: RecordedTurn[] = []
  let userText = ''
  let modelTexts: readonly string[] = ['']
  let audio: number[] = []
  for (const frame of framesOf(fixture.steps, on)) {
    const content = contentSchema.safeParse(frame).data?.serverContent
    if (content === undefined) {
      if (callSchema.safeParse(frame).success) modelTexts = [...modelTexts, '']
      continue
    }
    userText += content.inputTranscription?.text ?? ''
    modelTexts = [...modelTexts.slice(0, -1), (modelTexts.at(-1) ?? '') + (content.outputTranscription?.text ?? '')]
    for (const { inlineData } of content.modelTurn?.parts ?? []) {
      if (inlineData !== undefined) audio = audio.concat([...bytesToSamples(Buffer.from(inlineData.data, 'base64'))])
    }
    if (content.turnComplete !== true) continue
    turns.push({
      userText: userText.trim(),
      modelText: modelTexts.join('').trim(),
      modelTexts: modelTexts.map((text) => text.trim()),
      audio: Int16Array.from(audio),
    })
    userText = ''
    modelTexts = ['']
    audio = []
  }
  return turns
}

/** The server's frames in sending order; at a branch the section `on` is taken. */
export function serverFrames(fixture: Fixture, on: 'approved' | 'denied' | 'expired'): readonly unknown[] {
  return framesOf(fixture.steps, on)
}

function framesOf(steps: readonly FixtureStep[], on: string): readonly unknown[] {
  return steps.flatMap((step) => {
    if (step.kind === 'send') return [step.frame]
    return step.kind === 'branch' ? framesOf(step.sections.find((section) => section.on === on)?.steps ?? [], on) : []
  })
}
