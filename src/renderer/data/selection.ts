/** Selected rows, by their places in the view: from where the selection began to where it ends now. */
export interface Selection {
  readonly anchor: number
  readonly head: number
}

/** First and last row. */
export function boundsOf({ anchor, head }: Selection): { readonly first: number; readonly last: number } {
  return { first: Math.min(anchor, head), last: Math.max(anchor, head) }
}

/** How many rows are selected. */
export function sizeOf(selection: Selection | null): number {
  if (selection === null) return 0
  const { first, last } = boundsOf(selection)
  return last - first + 1
}

/** The selection after a key: the arrows move it, with Shift they extend it. Null for other keys. */
export function movedBy(key: string, widen: boolean, selection: Selection | null, total: number, page: number): Selection | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -total,
    End: total,
  }
  const step = steps[key]
  if (step === undefined || total === 0) return null
  const from = selection?.head ?? (step > 0 ? -1 : total)
  const head = Math.min(total - 1, Math.max(0, from + step))
  return { anchor: widen ? (selection?.anchor ?? head) : head, head }
}
