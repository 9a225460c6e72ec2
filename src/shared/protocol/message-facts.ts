import type { JsonObject, JsonValue } from '../lib/json'
import { PcmCounter } from './pcm-counter'
import { UsageTally } from './usage-tally'

/** The server's facts about a message besides its content: they become the metadata of `finish`. */
export class MessageFacts {
  readonly audio = new PcmCounter()
  readonly usage = new UsageTally()
  modelVersion: string | null = null
  responseId: string | null = null
  /** `finishReason` in the server's spelling. */
  rawFinishReason: string | null = null
  finishMessage: string | null = null
  turnCompleteReason: string | null = null
  blockReason: string | null = null
  errorCode: string | null = null
  interrupted = false
  truncated = false
  empty = false

  /** Everything known so far; unknown facts have no key. */
  toMetadata(): JsonObject {
    const entries: ReadonlyArray<readonly [string, JsonValue | undefined]> = [
      ['audio', this.audio.toJson()],
      ['usage', this.usage.toJson()],
      ['modelVersion', this.modelVersion ?? undefined],
      ['responseId', this.responseId ?? undefined],
      ['rawFinishReason', this.rawFinishReason ?? undefined],
      ['finishMessage', this.finishMessage ?? undefined],
      ['turnCompleteReason', this.turnCompleteReason ?? undefined],
      ['blockReason', this.blockReason ?? undefined],
      ['errorCode', this.errorCode ?? undefined],
      ['interrupted', this.interrupted || undefined],
      ['truncated', this.truncated || undefined],
      ['empty', this.empty || undefined],
    ]
    return Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
  }
}
