/** What the page measures; each function is sent into it whole. Times in milliseconds. */

/** Answers the inspector from a file of the page's own site, in pieces as main does. */
export async function answerInspector(piece: number): Promise<void> {
  const recorded = (await (await fetch('/recorded.json')).json()) as {
    readonly events: readonly unknown[]
    readonly steps: readonly { readonly after: number }[]
  }
  const parley = Reflect.get(window, 'parley') as { call(name: string, payload: unknown): Promise<unknown> }
  const call = parley.call.bind(parley)
  Object.assign(parley, {
    call(name: string, payload: unknown) {
      if (name !== 'inspector.read') return call(name, payload)
      const { fromEvent, fromStep } = payload as { readonly fromEvent: number; readonly fromStep: number }
      const events = recorded.events.slice(fromEvent, fromEvent + piece)
      const nextEvent = fromEvent + events.length
      let nextStep = fromStep
      while ((recorded.steps[nextStep]?.after ?? Number.POSITIVE_INFINITY) < nextEvent) nextStep += 1
      const steps = recorded.steps.slice(fromStep, nextStep)
      const more = nextEvent < recorded.events.length
      const reply = { ok: true, value: structuredClone({ events, steps, nextEvent, nextStep, more, lost: false }) }
      // main answers in a task of its own
      return new Promise((resolve) => setTimeout(() => resolve(reply)))
    },
  })
}

/** How long each frame took while something went on, until `done` gives true. */
export async function framesUntil(selector: string): Promise<readonly number[]> {
  const took: number[] = []
  let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
  while (document.querySelector(selector) === null) {
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    took.push(now - before)
    before = now
  }
  return took
}

/** Scrolls a list a page further in every frame; gives how long each frame took, and the most rows that were in the document. */
export async function scrollRows(frames: number): Promise<{ readonly frames: readonly number[]; readonly mostDrawn: number }> {
  const scroller = document.querySelector<HTMLElement>('[role="listbox"]')
  if (scroller === null) throw new Error('there is no list')
  const took: number[] = []
  let mostDrawn = 0
  let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
  for (let count = 0; count < frames; count += 1) {
    scroller.scrollTop += scroller.clientHeight
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    took.push(now - before)
    before = now
    mostDrawn = Math.max(mostDrawn, document.querySelectorAll('[role="option"]').length)
  }
  return { frames: took, mostDrawn }
}
