import type { Inspection } from '../../shared/inspector/inspection'
import type { WireRow } from '../../shared/inspector/rows'
import type { Translator } from '../i18n/translate'
import { type Chosen, rowsOf } from './panes'
import type { RecordedPart } from './recording-form'

/** Parts that can be recorded separately: the turns of the selected frames, and the chosen turn (null: all turns). */
export function partsOf(inspection: Inspection, chosen: Chosen, turn: number | null, i18n: Translator): readonly RecordedPart[] {
  const ofTurn = turn === null ? [] : inspection.wire.filter((row) => row.turn === turn)
  return [
    ...partOf(i18n.t('rec.time.chosen'), rowsOf(inspection, chosen)),
    ...partOf(i18n.t('inspector.turnOf', { number: turn ?? 0, count: inspection.turns().length }), ofTurn),
  ]
}

function partOf(name: string, rows: readonly WireRow[]): readonly RecordedPart[] {
  const [first, last] = [rows[0], rows.at(-1)]
  return first === undefined || last === undefined ? [] : [{ name, first: first.first, last: last.last }]
}
