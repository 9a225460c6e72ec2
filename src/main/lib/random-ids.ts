import { randomUUID } from 'node:crypto'
import type { NewId } from '../../shared/lib/ids'

/** Ids that are unique everywhere: the prefix, a dash, a random UUID. */
export const randomIds: NewId = (prefix) => `${prefix}-${randomUUID()}`
