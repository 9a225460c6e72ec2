import type { BranchName, Fixture, FixtureStep } from '../../src/shared/fixtures/fixture'
import { z } from '../../src/shared/lib/zod'

/** One turn of a demo, as it reads in the thread. */
export interface ScriptTurn {
  readonly user: string
  readonly model: string
}

const textSchema = z.object({ text: z.string() })
const frameSchema = z.object({
  serverContent: z
    .object({
      inputTranscription: textSchema.optional(),
      outputTranscription: textSchema.optional(),
      modelTurn: z.object({ parts: z.array(z.object({ inlineData: z.object({ data: z.string() }).optional() })) }).optional(),
    })
    .optional(),
  candidates: z.array(z.object({ content: z.object({ parts: z.array(z.object({ text: z.string().optional() })) }) })).optional(),
})

/**
 * The script of a demo, from its frames, with these answers to its calls. An answer that its user interrupts ends
 * there.
 */
export function scriptOf(fixture: Fixture, answerTo: (call: string) => BranchName): readonly ScriptTurn[] {
  const steps = taken(fixture.steps, answerTo)
  const turns: { user: string; model: string }[] = []
  let samples = 0
  for (const [index, step] of steps.entries()) {
    const turn = turns.at(-1)
    if (step.kind === 'expect' && (step.expectation.kind === 'audio' || step.expectation.kind === 'text')) {
      turns.push({ user: step.expectation.kind === 'text' ? (step.expectation.words ?? '') : '', model: '' })
      samples = 0
    } else if (step.kind === 'send' && turn !== undefined && samples < cutAt(steps.slice(index))) {
      const { serverContent, candidates } = frameSchema.parse(step.frame)
      turn.user += serverContent?.inputTranscription?.text ?? ''
      turn.model += serverContent?.outputTranscription?.text ?? ''
      for (const part of candidates?.[0]?.content.parts ?? []) turn.model += part.text ?? ''
      for (const { inlineData } of serverContent?.modelTurn?.parts ?? []) samples += ((inlineData?.data.length ?? 0) * 3) / 8
    }
  }
  return turns
}

function cutAt(rest: readonly FixtureStep[]): number {
  const next = rest.find((step) => step.kind === 'expect' && (step.expectation.kind === 'audio' || step.expectation.kind === 'text'))
  if (next?.kind !== 'expect' || !('cutsIn' in next.expectation)) return Number.POSITIVE_INFINITY
  return next.expectation.cutsIn?.heardSamples ?? Number.POSITIVE_INFINITY
}

function taken(steps: readonly FixtureStep[], answerTo: (call: string) => BranchName): readonly FixtureStep[] {
  return steps.flatMap((step) => {
    if (step.kind !== 'branch') return [step]
    const section = step.sections.find(({ on }) => on === answerTo(step.call)) ?? step.sections.find(({ on }) => on === 'other')
    return section === undefined ? [] : taken(section.steps, answerTo)
  })
}
