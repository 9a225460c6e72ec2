// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { whenWanted } from '../../../src/renderer/ui/when-wanted'

function Part({ name }: { readonly name: string }) {
  return <p>{name} is here</p>
}

const standing = {
  waiting: ({ name }: { readonly name: string }) => <p>{name} is coming</p>,
  failed: ({ onAgain }: { onAgain(): void }) => (
    <button type="button" onClick={onAgain}>
      again
    </button>
  ),
}

async function shown(page: React.ReactNode): Promise<HTMLElement> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
    vi.unstubAllGlobals()
  })
  await act(async () => root.render(page))
  return place
}

it('a part that can’t be loaded says so, and is loaded again on request', async () => {
  let readings = 0
  const Wanted = whenWanted(async () => {
    readings += 1
    if (readings === 1) throw new Error('the file is gone')
    return Part
  }, standing)
  const place = await shown(<Wanted name="Palette" />)
  expect(place.textContent).toBe('again')
  await act(async () => place.querySelector('button')?.click())
  expect(place.textContent).toBe('Palette is here')
  expect(readings).toBe(2)
})

it('a part’s placeholder gets the part’s props until it is there', async () => {
  let give = (_part: typeof Part): void => undefined
  const Wanted = whenWanted<{ readonly name: string }>(() => new Promise((resolve) => (give = resolve)), standing)
  const place = await shown(<Wanted name="Thread" />)
  expect(place.textContent).toBe('Thread is coming')
  await act(async () => give(Part))
  expect(place.textContent).toBe('Thread is here')
})

it('a part that was loaded before is rendered at once, and loaded once for all its places', async () => {
  let readings = 0
  const Wanted = whenWanted(async () => {
    readings += 1
    return Part
  }, standing)
  await Wanted.load()
  const drawn: string[] = []
  const place = await shown(
    <div ref={(element) => void (element !== null && drawn.push(element.textContent ?? ''))}>
      <Wanted name="One" />
      <Wanted name="Two" />
    </div>,
  )
  expect(drawn).toEqual(['One is hereTwo is here'])
  expect(place.textContent).toBe('One is hereTwo is here')
  expect(readings).toBe(1)
})
