import { failure, type Result, success } from '../../../shared/lib/result'
import { tell } from '../../../shared/told/tell'
import { ALLOWED_FUNCTIONS } from './allowed-functions'

/** One step of the engine's compiled program: a row of `EXPLAIN`. */
export interface ProgramStep {
  readonly opcode: string
  readonly p1: number
  readonly p2: number
  readonly p4: string | null
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Steps that only read, compute and jump, in the engine's own names. What is not here is refused, also what later versions bring. */
const ALLOWED_STEPS: ReadonlySet<string> = new Set(
  words(`
    Init Goto Halt HaltIfNull Noop Explain Once Return Gosub BeginSubrtn InitCoroutine EndCoroutine Yield Jump
    If IfNot IfNullRow IfPos IfNotZero IfSizeBetween IfEmpty DecrJumpZero NotNull IsNull IsType IsTrue Not And Or
    ZeroOrNull Eq Ne Lt Le Gt Ge ElseEq Compare Permutation
    Integer Int64 Real String String8 Blob Null SoftNull Variable Move Copy SCopy IntCopy AddImm OffsetLimit MustBeInt RealAffinity
    Affinity Cast Add Subtract Multiply Divide Remainder BitAnd BitOr BitNot ShiftLeft ShiftRight Concat CollSeq
    Function PureFunc AggStep AggStep1 AggFinal AggValue AggInverse ClrSubtype GetSubtype SetSubtype
    Transaction ReadCookie OpenRead ReopenIdx OpenDup OpenPseudo OpenEphemeral OpenAutoindex SorterOpen Close NullRow ColumnsUsed
    Rewind Last Next Prev SeekGE SeekGT SeekLE SeekLT SeekRowid SeekScan SeekHit NotExists Found NotFound NoConflict IfNoHope
    IfNotOpen DeferredSeek FinishSeek IdxGE IdxGT IdxLE IdxLT IdxRowid Rowid Column Offset Count Sequence SequenceTest NewRowid
    MakeRecord ResultRow RowData RowSetAdd RowSetRead RowSetTest TypeCheck
    Sort SorterSort SorterNext SorterData SorterCompare SorterInsert ResetSorter Insert IdxInsert IdxDelete Delete
    Filter FilterAdd VOpen VFilter VColumn VNext VInitIn
    CursorHint CursorLock CursorUnlock Trace Abortable ReleaseReg
  `),
)

/** Steps that write, and that a query uses too, for tables that the engine makes for itself in memory. */
const WRITES: ReadonlySet<string> = new Set(['Insert', 'IdxInsert', 'IdxDelete', 'Delete', 'NewRowid'])
const MEMORY_TABLES: ReadonlySet<string> = new Set(['OpenEphemeral', 'OpenAutoindex', 'OpenDup', 'SorterOpen', 'OpenPseudo'])

/**
 * A layer: looks at the program that the engine has compiled, not at the words it was compiled from. Every step and every
 * function must be a known one that only reads; a step that writes may do so only in the engine's own memory.
 */
export function allowedProgram(program: readonly ProgramStep[]): Result<null> {
  const stored = new Set(program.filter(({ opcode }) => opcode === 'OpenRead' || opcode === 'ReopenIdx').map(({ p1 }) => p1))
  const inMemory = new Set(program.filter(({ opcode }) => MEMORY_TABLES.has(opcode)).map(({ p1 }) => p1))
  for (const { opcode, p1, p2, p4 } of program) {
    if (!ALLOWED_STEPS.has(opcode)) return failure('sql-refused', tell('sql-step-refused', { step: opcode }))
    // p2 of Transaction: 0 reads, 1 writes
    if (opcode === 'Transaction' && p2 !== 0) return failure('sql-refused', tell('sql-step-refused', { step: 'WriteTransaction' }))
    if (WRITES.has(opcode) && (stored.has(p1) || !inMemory.has(p1)))
      return failure('sql-refused', tell('sql-step-refused', { step: opcode }))
    const name = functionName(opcode, p4)
    if (name !== null && !ALLOWED_FUNCTIONS.has(name)) return failure('sql-refused', tell('sql-function-refused', { function: name }))
  }
  return success(null)
}

const CALLS: ReadonlySet<string> = new Set(['Function', 'PureFunc', 'AggStep', 'AggStep1', 'AggFinal', 'AggValue', 'AggInverse'])

/** The function of a step, for example `count` of `count(1)`. */
function functionName(opcode: string, p4: string | null): string | null {
  if (!CALLS.has(opcode)) return null
  return (/^([^(]+)\(-?\d+\)$/.exec(p4 ?? '')?.[1] ?? p4 ?? '').toLowerCase()
}
