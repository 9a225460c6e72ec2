import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { Store } from '../store/store'
import type { MainTool } from './main-tool'
import { paymentTool } from './process-payment'

/** The tools that Parley brings. */
export function builtInTools(store: Store, clock: Clock, newId: NewId): readonly MainTool[] {
  return [paymentTool(store.wallet, clock, newId)]
}
