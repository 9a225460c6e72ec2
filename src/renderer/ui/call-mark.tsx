import { Check, Clock3, LoaderCircle, TimerOff, TriangleAlert, Undo2, X } from 'lucide-react'
import { assertNever } from '../../shared/lib/assert-never'

/** How a call stands, or how it ended. */
export type CallMarkState = 'preparing' | 'running' | 'waiting' | 'done' | 'denied' | 'expired' | 'withdrawn' | 'failed'

/** The mark of a call's state; words for it stand beside it or in the label of what holds it. */
export function CallMark({ state, size }: { readonly state: CallMarkState; readonly size: number }) {
  const face = { size, strokeWidth: 2.2, 'aria-hidden': true } as const
  switch (state) {
    case 'preparing':
    case 'running':
      return <LoaderCircle {...face} />
    case 'waiting':
      return <Clock3 {...face} />
    case 'done':
      return <Check {...face} />
    case 'denied':
      return <X {...face} />
    case 'expired':
      return <TimerOff {...face} />
    case 'withdrawn':
      return <Undo2 {...face} />
    case 'failed':
      return <TriangleAlert {...face} />
    default:
      return assertNever(state, 'call state')
  }
}
