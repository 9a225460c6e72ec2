/** What the page measures of an open table; each function is sent into it whole. Times in milliseconds. */

/** Scrolls the table on by a part of its height in every frame, and gives how long each frame took and in how many of them rows were still empty. */
export async function scrollTable({ frames, part }: { readonly frames: number; readonly part: number }) {
  const grid = document.querySelector<HTMLElement>('[role="grid"]')
  if (grid === null) throw new Error('there is no table')
  grid.scrollTop = 0
  const took: number[] = []
  let withEmptyRows = 0
  let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
  for (let count = 0; count < frames; count += 1) {
    grid.scrollTop += grid.clientHeight * part
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    took.push(now - before)
    before = now
    const { top, bottom } = grid.getBoundingClientRect()
    const isEmpty = (row: Element): boolean => {
      const place = row.getBoundingClientRect()
      return place.bottom > top && place.top < bottom && row.textContent === ''
    }
    if ([...grid.querySelectorAll('[role="row"][aria-selected]')].some(isEmpty)) withEmptyRows += 1
  }
  return { frames: took, withEmptyRows }
}

/** Jumps to a place between 0 and 1 of the table; the time until its rows are painted. */
export async function jumpTo(place: number): Promise<number> {
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  const grid = document.querySelector<HTMLElement>('[role="grid"]')
  if (grid === null) throw new Error('there is no table')
  const start = performance.now()
  grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * place
  const isThere = (): boolean => {
    const { top, bottom } = grid.getBoundingClientRect()
    const rows = [...grid.querySelectorAll('[role="row"][aria-selected]')].filter((row) => {
      const box = row.getBoundingClientRect()
      return box.bottom > top && box.top < bottom
    })
    return rows.length > 0 && rows.every(({ textContent }) => textContent !== '')
  }
  do await frame()
  while (!isThere())
  await frame()
  return performance.now() - start
}

/** Presses a button; the time until the first row of the table is another one, and painted. */
export async function pressUntilOtherRows(selector: string): Promise<number> {
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  const button = document.querySelector<HTMLElement>(selector)
  const first = () => document.querySelector('[role="grid"] [role="row"][aria-rowindex="2"]')?.textContent ?? ''
  if (button === null) throw new Error(`there is no ${selector}`)
  const before = first()
  const start = performance.now()
  button.click()
  do await frame()
  while (first() === '' || first() === before)
  await frame()
  return performance.now() - start
}
