import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'

/** Functions that compute and nothing else: none reads or writes files, loads code, or reveals the engine's inside. */
const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set(
  `abs acos acosh asin asinh atan atan2 atanh avg bm25 ceil ceiling char coalesce concat concat_ws cos cosh count cume_dist
   current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor format glob group_concat
   hex highlight if ifnull iif instr json json_array json_array_insert json_array_length json_error_position json_extract
   json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set
   json_type json_valid jsonb jsonb_array jsonb_array_insert jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert
   jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday lag last_value lead length like likelihood likely ln log
   log10 log2 lower ltrim match max min mod nth_value ntile nullif octet_length percent_rank pi pow power printf quote radians random
   rank replace round row_number rtrim sign sin sinh snippet sqlite_version sqrt strftime string_agg substr substring sum tan tanh
   time timediff total trim trunc typeof unhex unicode unistr unixepoch unlikely upper -> ->> regexp median percentile
   percentile_cont percentile_disc`
    .trim()
    .split(/\s+/),
)

/**
 * Virtual tables that hold what stands in the user's file, or compute. Those of the engine itself tell paths of copies, functions
 * and compile options; `fts5`, `fts5vocab` and `dbstat` are in every list of the engine, used or not.
 */
const ALLOWED_MODULES: ReadonlySet<string> = new Set(
  `fts5 fts5vocab dbstat json_each json_tree jsonb_each jsonb_tree generate_series pragma_table_info pragma_table_xinfo
   pragma_table_list pragma_index_list pragma_index_info pragma_index_xinfo pragma_foreign_key_list`
    .trim()
    .split(/\s+/),
)

/**
 * A layer: the virtual tables that the engine has loaded for the queries it compiled, whatever names they were called by, and
 * also where a view hides them. `modules`: the names of `PRAGMA module_list` after it has compiled.
 */
export function allowedModules(modules: readonly string[]): Result<null> {
  const other = modules.find((name) => !ALLOWED_MODULES.has(name.toLowerCase()))
  return other === undefined ? success(null) : failure('sql-refused', messageOf('sql-table-refused', { table: other }))
}

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
    if (!ALLOWED_STEPS.has(opcode)) return failure('sql-refused', messageOf('sql-step-refused', { step: opcode }))
    // p2 of Transaction: 0 reads, 1 writes
    if (opcode === 'Transaction' && p2 !== 0) return failure('sql-refused', messageOf('sql-step-refused', { step: 'WriteTransaction' }))
    if (WRITES.has(opcode) && (stored.has(p1) || !inMemory.has(p1)))
      return failure('sql-refused', messageOf('sql-step-refused', { step: opcode }))
    const name = functionName(opcode, p4)
    if (name !== null && !ALLOWED_FUNCTIONS.has(name)) return failure('sql-refused', messageOf('sql-function-refused', { function: name }))
  }
  return success(null)
}

const CALLS: ReadonlySet<string> = new Set(['Function', 'PureFunc', 'AggStep', 'AggStep1', 'AggFinal', 'AggValue', 'AggInverse'])

/** The function of a step, for example `count` of `count(1)`. */
function functionName(opcode: string, p4: string | null): string | null {
  if (!CALLS.has(opcode)) return null
  return (/^([^(]+)\(-?\d+\)$/.exec(p4 ?? '')?.[1] ?? p4 ?? '').toLowerCase()
}
