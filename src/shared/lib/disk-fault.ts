import { type Failure, failure } from './result'
import { z } from './zod'

/** The disk is why something was not done. */
export interface DiskFailure extends Failure {
  readonly code: 'disk-full' | 'disk-unwritable'
}

const faultSchema = z.object({ code: z.string() })

/**
 * The refusal that says so where the disk is why this failed, by the code of the system or of SQLite: it is full, or can't be written
 * to now (read-only, locked, broken). Null where there was another reason.
 */
export function diskRefusal(error: unknown): DiskFailure | null {
  const code = faultSchema.safeParse(error).data?.code ?? ''
  if (/^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/.test(code))
    return failure('disk-full', 'There is no space left on the disk, so this was not done. Free some space, then try again.').error
  if (/^(?:SQLITE_(?:READONLY|IOERR|CANTOPEN|BUSY|LOCKED)|EROFS|EIO)/.test(code))
    return failure(
      'disk-unwritable',
      'Parley can’t write to the disk at the moment, so this was not done. Check that the disk can be written to, then try again.',
    ).error
  return null
}
