import { randomUUID } from 'node:crypto'
import type { NewId } from '../../shared/lib/ids'

/** Globally unique ids: the prefix, a dash, a random UUID. */
export const randomIds: NewId = (prefix) => `${prefix}-${randomUUID()}`
