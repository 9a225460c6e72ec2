import { type PointerEvent, useRef } from 'react'
import type { Client } from '../../shared/ipc/client'

/** Lets the user drag the window by everything in it except buttons. */
export function useDrag(client: Client) {
  const last = useRef<{ readonly x: number; readonly y: number } | null>(null)

  const move = (event: PointerEvent<HTMLElement>, done: boolean): void => {
    const from = last.current
    if (from === null) return
    const { screenX: x, screenY: y } = event
    last.current = done ? null : { x, y }
    if (done || x !== from.x || y !== from.y)
      void client.call('overlay.move', { x: Math.round(x - from.x), y: Math.round(y - from.y), done })
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (
        event.button !== 0 ||
        (event.target instanceof Element && event.target.closest('button, label, input, [data-arguments]') !== null)
      )
        return
      event.currentTarget.setPointerCapture(event.pointerId)
      last.current = { x: event.screenX, y: event.screenY }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => move(event, false),
    onPointerUp: (event: PointerEvent<HTMLElement>) => move(event, true),
    onLostPointerCapture: (event: PointerEvent<HTMLElement>) => move(event, true),
  }
}
