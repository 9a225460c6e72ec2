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

/** Chooses a file and looks at its first rows, or runs the query of the newest result again; gives the id of what came of it. */
export async function callInPage({ step }: { readonly step: 'preview' | 'query' }): Promise<string> {
  const call = async (name: string, payload: unknown) => {
    const reply = await Reflect.get(window, 'parley').call(name, payload)
    if (reply.ok !== true) throw new Error(`${name}: ${JSON.stringify(reply)}`)
    return reply.value
  }
  if (step === 'query') {
    const { artifacts } = await call('artifact.list', { conversationId: null })
    const { artifactId } = artifacts[0]
    await call('artifact.again', { artifactId })
    return artifactId
  }
  const { waiting } = await call('source.choose', null)
  const { importId } = waiting[0]
  const choices = { encoding: null, delimiter: null, header: null, above: null, kinds: {} }
  const preview = await call('import.preview', { importId, choices, sheet: null })
  if (preview.kind !== 'table') throw new Error(JSON.stringify(preview))
  return importId
}

/** Imports a file that waits; resolves when it is a source. */
export async function importInPage(importId: string): Promise<void> {
  const { call, onEvent } = Reflect.get(window, 'parley')
  const choices = { encoding: null, delimiter: null, header: null, above: null, kinds: {} }
  const reply = await call('import.start', { importId, choices })
  if (reply.ok !== true) throw new Error(JSON.stringify(reply))
  await new Promise<void>((resolve, reject) => {
    const stop = onEvent((name: string, { sources }: { sources: { sourceId: string; state: { kind: string } }[] }) => {
      const state = name === 'sources.changed' ? sources.find(({ sourceId }) => sourceId === reply.value.sourceIds[0])?.state : undefined
      if (state === undefined || state.kind === 'importing') return
      stop()
      if (state.kind === 'ready') resolve()
      else reject(new Error(JSON.stringify(state)))
    })
  })
}

/** Reads a result window by window and writes it to a file through main, as an export does. */
export async function exportInPage(artifactId: string): Promise<void> {
  const call = async (name: string, payload: unknown) => {
    const reply = await Reflect.get(window, 'parley').call(name, payload)
    if (reply.ok !== true) throw new Error(`${name}: ${JSON.stringify(reply)}`)
    return reply.value
  }
  const { files } = await call('export.begin', { fileNames: ['exported.csv'] })
  const { exportId } = files[0]
  const view = { sort: null, filters: [], search: '' }
  for (let from = 0, total = 1; from < total; ) {
    const window = await call('artifact.rows', { artifactId, view, from, count: 2_000 })
    total = window.total
    from += window.rows.length
    const bytes = new TextEncoder().encode(window.rows.map((row: unknown[]) => row.join(',')).join('\n'))
    for (let at = 0; at < bytes.length; at += 524_288) await call('export.piece', { exportId, bytes: bytes.slice(at, at + 524_288) })
  }
  await call('export.finish', { exportId })
}
