import type { BranchName, FixtureStep } from '../../../shared/fixtures/fixture'

/** A place in a recording: the steps that are still to come, branches not yet chosen included. Immutable. */
export class FixturePosition {
  private readonly steps: readonly FixtureStep[]
  private readonly index: number

  constructor(steps: readonly FixtureStep[], index = 0) {
    this.steps = steps
    this.index = index
  }

  get step(): FixtureStep | undefined {
    return this.steps[this.index]
  }

  next(): FixturePosition {
    return new FixturePosition(this.steps, this.index + 1)
  }

  /** Stands at a branch: the place where the section for `answer` begins, or what follows the branch when none fits. */
  choose(answer: BranchName | undefined): FixturePosition {
    const branch = this.step
    if (branch?.kind !== 'branch') return this
    const section =
      branch.sections.find((candidate) => candidate.on === answer) ?? branch.sections.find((candidate) => candidate.on === 'other')
    return section === undefined ? this.next() : new FixturePosition([...section.steps, ...this.steps.slice(this.index + 1)])
  }

  /** Whether it waits for the user to speak or to type here, or nothing comes any more. */
  isAtUserTurn(): boolean {
    return this.step === undefined || waitsForUser(this.step)
  }

  /** The place of the user's turn with this number, counted from 0; this one for the first. What was said once more is none. */
  atTurn(turn: number): FixturePosition {
    const places = this.steps.flatMap((step, index) => (waitsForUser(step) && step.expectation.again !== true ? [index] : []))
    return turn === 0 ? this : new FixturePosition(this.steps, places[turn] ?? this.steps.length)
  }

  /** The next place that waits for the user to speak or to type; the end when there is none. */
  nextUserTurn(): FixturePosition {
    const offset = this.steps.slice(this.index).findIndex(waitsForUser)
    return new FixturePosition(this.steps, offset < 0 ? this.steps.length : this.index + offset)
  }
}

type UserStep = FixtureStep & { readonly kind: 'expect'; readonly expectation: { readonly kind: 'audio' | 'text' } }

function waitsForUser(step: FixtureStep): step is UserStep {
  return step.kind === 'expect' && (step.expectation.kind === 'audio' || step.expectation.kind === 'text')
}
