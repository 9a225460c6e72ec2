import type { BranchName, FixtureStep } from '../../../shared/fixtures/fixture'

/** A position in a recording: the remaining steps, including branches not chosen yet. Immutable. */
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

  /** At a branch: the start of the section for `answer`, or what follows the branch if none fits. */
  choose(answer: BranchName | undefined): FixturePosition {
    const branch = this.step
    if (branch?.kind !== 'branch') return this
    const section =
      branch.sections.find((candidate) => candidate.on === answer) ?? branch.sections.find((candidate) => candidate.on === 'other')
    return section === undefined ? this.next() : new FixturePosition([...section.steps, ...this.steps.slice(this.index + 1)])
  }

  /** Whether it waits for the user's input here, or is at the end. */
  isAtUserTurn(): boolean {
    return this.step === undefined || waitsForUser(this.step)
  }

  /** The position of the user's turn with this number, counted from 0; this one for the first. Repeated input does not count. */
  atTurn(turn: number): FixturePosition {
    const places = this.steps.flatMap((step, index) => (waitsForUser(step) && step.expectation.again !== true ? [index] : []))
    return turn === 0 ? this : new FixturePosition(this.steps, places[turn] ?? this.steps.length)
  }

  /** The next position that waits for the user's input; the end if there is none. */
  nextUserTurn(): FixturePosition {
    const offset = this.steps.slice(this.index).findIndex(waitsForUser)
    return new FixturePosition(this.steps, offset < 0 ? this.steps.length : this.index + offset)
  }
}

type UserStep = FixtureStep & { readonly kind: 'expect'; readonly expectation: { readonly kind: 'audio' | 'text' } }

function waitsForUser(step: FixtureStep): step is UserStep {
  return step.kind === 'expect' && (step.expectation.kind === 'audio' || step.expectation.kind === 'text')
}
