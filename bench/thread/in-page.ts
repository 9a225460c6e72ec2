/** What the page measures; each function is sent into it whole. Times in milliseconds. */

/** From the click on a conversation until its last message has been painted. */
export async function openAndPaint({ title, last }: { readonly title: string; readonly last: string }): Promise<number> {
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  const row = [...document.querySelectorAll<HTMLElement>('[data-row]')].find(({ textContent }) => textContent?.includes(title))
  if (row === undefined) throw new Error('the conversation is not in the list')
  // what is drawn already can't be opened: its time would say nothing
  if (document.querySelector(`[data-message="${last}"]`) !== null) throw new Error('the thread was open before it was clicked')
  const start = performance.now()
  row.click()
  while (document.querySelector(`[data-message="${last}"]`) === null) await frame()
  // one frame in which it is painted, and the beginning of the next
  await frame()
  await frame()
  return performance.now() - start
}

/** Scrolls through an empty page of the thread's size and length, in the same way: what a frame takes here without Parley. */
export async function scrollEmpty(frames: number): Promise<readonly number[]> {
  const thread = document.querySelector<HTMLElement>('[role="log"]')
  if (thread === null) throw new Error('there is no thread')
  const { left, top, width, height } = thread.getBoundingClientRect()
  const empty = document.createElement('div')
  const place = { position: 'fixed', left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
  Object.assign(empty.style, { ...place, overflow: 'auto', zIndex: '1000', background: 'white' })
  const content = document.createElement('div')
  content.style.height = `${thread.scrollHeight}px`
  empty.append(content)
  document.body.append(empty)
  empty.scrollTop = empty.scrollHeight
  const took: number[] = []
  let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
  for (let count = 0; count < frames; count += 1) {
    empty.scrollTop -= empty.clientHeight
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    took.push(now - before)
    before = now
  }
  empty.remove()
  return took
}

/** Scrolls back a page in every frame; gives how long each frame took, and the most messages that were in the document. */
export async function scrollBack(frames: number): Promise<{ readonly frames: readonly number[]; readonly mostDrawn: number }> {
  const scroller = document.querySelector<HTMLElement>('[role="log"]')
  if (scroller === null) throw new Error('there is no thread')
  const took: number[] = []
  let mostDrawn = 0
  let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
  for (let count = 0; count < frames; count += 1) {
    scroller.scrollTop -= scroller.clientHeight
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    took.push(now - before)
    before = now
    mostDrawn = Math.max(mostDrawn, document.querySelectorAll('[data-message]').length)
  }
  return { frames: took, mostDrawn }
}
