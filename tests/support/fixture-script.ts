import type { Fixture, FixtureStep } from '../../src/shared/fixtures/fixture'
import type { ConverterInput } from '../../src/shared/protocol/converter-input'
import type { ServerScript } from './converter-server'

/** The frames of a recording; at a branch, those that match how the call ended. */
export function scriptOf(fixture: Fixture, steps: readonly FixtureStep[] = fixture.steps): ServerScript {
  return steps.flatMap((step): ServerScript => {
    if (step.kind === 'send') return [inputOf(fixture, step.frame)]
    if (step.kind !== 'branch') return []
    return [
      (settled) => {
        const kind = settled.get(step.call)
        const name = kind === 'result' ? 'approved' : kind === 'denied' || kind === 'expired' ? kind : 'other'
        const section = step.sections.find(({ on }) => on === name)
        return scriptOf(fixture, section?.steps ?? []).flatMap((one) => (typeof one === 'function' ? one(settled) : [one]))
      },
    ]
  })
}

function inputOf(fixture: Fixture, frame: unknown): ConverterInput {
  return fixture.protocol === 'gemini-live' ? { type: 'live', frame } : { type: 'text', chunk: frame }
}
