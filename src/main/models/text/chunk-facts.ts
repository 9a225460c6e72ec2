import { asFields, asList, asName, type Fields, isFields } from '../../../shared/protocol/gemini'
import { partsOf } from '../../../shared/protocol/gemini-part'
import { finishReasonOf } from '../../../shared/protocol/text-reader'

/** What the session itself needs to know of one chunk; everything else is for the converter. */
export interface ChunkFacts {
  /** It shows something of the answer: text, a call, code, a file. */
  readonly visible: boolean
  /** It shows some of the model's thoughts. */
  readonly thinks: boolean
  readonly calls: number
  readonly finishReason: string | null
  /** The prompt was refused. */
  readonly blocked: boolean
}

/** Reads one chunk of `generateContentStream` of unknown shape (live-spec §5). */
export function chunkFacts(chunk: unknown): ChunkFacts {
  const fields: Fields = isFields(chunk) ? chunk : {}
  const candidate = asFields(asList(fields.candidates)[0]) ?? {}
  const parts = partsOf(candidate.content).map(({ part }) => part)
  const isThought = (part: (typeof parts)[number]) => part.kind === 'text' && part.thought && part.text !== ''
  const isShown = (part: (typeof parts)[number]) =>
    part.kind === 'text' ? !part.thought && part.text !== '' : ['call', 'code', 'code-result', 'inline', 'file'].includes(part.kind)
  const blockReason = asName(asFields(fields.promptFeedback)?.blockReason)
  return {
    visible: parts.some(isShown),
    thinks: parts.some(isThought),
    calls: parts.filter(({ kind }) => kind === 'call').length,
    finishReason: finishReasonOf(candidate) ?? null,
    blocked: blockReason !== undefined && blockReason !== 'BLOCKED_REASON_UNSPECIFIED',
  }
}
