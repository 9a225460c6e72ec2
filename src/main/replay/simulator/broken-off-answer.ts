import type { JsonObject } from '../../../shared/lib/json'
import { continueText } from '../../models/live/session-reconnect'
import type { FixturePosition } from './fixture-position'
import { modelTextOf } from './played-frame'

interface Place {
  /** The full text of the answer so far. */
  readonly said: string
  readonly position: FixturePosition
}

/**
 * A recorded answer that a lost connection cut off. A request to continue it, which quotes the last received text, gets the rest, as
 * from a model that follows instructions.
 */
export class BrokenOffAnswer {
  #places: Place[] = []
  #kept: readonly Place[] = []

  /** An answer begins. */
  begin(): void {
    this.#places = []
  }

  /** A frame of it was sent; `position` is after it. */
  sent(frame: JsonObject, position: FixturePosition): void {
    this.#places.push({ said: (this.#places.at(-1)?.said ?? '') + modelTextOf(frame), position })
  }

  /** The connection is lost in the middle of it. */
  keep(): void {
    this.#kept = this.#places
  }

  forget(): void {
    this.#kept = []
  }

  /** The position of the rest, after the text that the note quotes; null if nothing was cut off, or the text is no such note. */
  restAfter(text: string): FixturePosition | null {
    if (!text.startsWith(continueText)) return null
    const [, heard = ''] = /“(.*)”$/s.exec(text) ?? []
    const place = this.#kept.findLast(({ said }) => said.trim().endsWith(heard.trim()))
    return (place ?? this.#kept.at(-1))?.position ?? null
  }
}
