import type { JsonObject } from '../../../shared/lib/json'
import { continueText } from '../../models/live/session-loss'
import type { FixturePosition } from './fixture-position'
import { modelTextOf } from './played-frame'

interface Place {
  /** All words of the answer up to here. */
  readonly said: string
  readonly position: FixturePosition
}

/**
 * An answer of the recording that a lost connection broke off. Whoever asks to go on with it, and says which words arrived
 * last, hears the rest, as from a model that does what it is told.
 */
export class BrokenOffAnswer {
  #places: Place[] = []
  #kept: readonly Place[] = []

  /** An answer begins. */
  begin(): void {
    this.#places = []
  }

  /** A frame of it went out; `position` is behind it. */
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

  /** Where the rest begins, behind the words that the note names; null where nothing was broken off, or the text is no such note. */
  restAfter(text: string): FixturePosition | null {
    if (!text.startsWith(continueText)) return null
    const [, heard = ''] = /“(.*)”$/s.exec(text) ?? []
    const place = this.#kept.findLast(({ said }) => said.trim().endsWith(heard.trim()))
    return (place ?? this.#kept.at(-1))?.position ?? null
  }
}
