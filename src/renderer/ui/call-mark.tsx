import { Check, Clock3, LoaderCircle, TimerOff, TriangleAlert, Undo2, X } from 'lucide-react'
import { assertNever } from '../../shared/lib/assert-never'

/** The state of a call, or its ending. */
export type CallMarkState = 'preparing' | 'running' | 'waiting' | 'done' | 'denied' | 'expired' | 'withdrawn' | 'failed'

/** The icon of a call's state; text for it is next to it or in the label of its container. */
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
