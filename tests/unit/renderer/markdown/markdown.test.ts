// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ShownMarkdown, showMarkdown } from '../../../support/shown-markdown'

let shown: ShownMarkdown | null = null
const copied: string[] = []
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  copied.length = 0
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
})
afterEach(() => {
  shown?.remove()
  shown = null
  vi.unstubAllGlobals()
})

async function draw(text: string, playedCharacters?: number): Promise<HTMLElement> {
  shown = await showMarkdown(text, playedCharacters)
  await act(() => vi.dynamicImportSettled())
  await act(() => vi.dynamicImportSettled())
  return shown.element
}

const answer = `# Plan

A **bold** word, ~~gone~~, https://example.com and [a reference][ref].

- [x] done
- [ ] open
  - deeper

| a | b |
|---|--:|
| 1 | 2 |

\`\`\`js
const x = 'y'
\`\`\`

The area is $\\pi r^2$.

$$
\\sum_{i=1}^n i
$$

[ref]: https://example.org/page
`

describe('Markdown of an answer', () => {
  it('is drawn as GitHub draws it: tasks, tables, links by reference, code, formulas', async () => {
    const element = await draw(answer)
    expect(element.querySelector('h2')?.textContent).toBe('Plan')
    expect(element.querySelector('del')?.textContent).toBe('gone')
    expect([...element.querySelectorAll('a')].map(({ href }) => href)).toEqual(['https://example.com/', 'https://example.org/page'])
    expect([...element.querySelectorAll('li [role="img"]')].map((mark) => mark.getAttribute('aria-label'))).toEqual(['Done', 'To do'])
    expect(element.querySelector('td:last-child')?.getAttribute('style')).toBe('text-align: right;')
    expect(element.querySelector('pre')?.textContent).toBe("const x = 'y'")
    expect([...element.querySelectorAll('math')].map((math) => math.getAttribute('display'))).toEqual([null, 'block'])
  })

  it('colours code by the tokens of the theme, and copies it as it was', async () => {
    const element = await draw('```js\nconst x = 1\nconst y = "z"\n```\n\n```klingon\nqapla\n```')
    const colours = [...element.querySelectorAll<HTMLElement>('pre span')].map(({ style }) => style.color).filter(Boolean)
    expect(colours).toContain('var(--code-token-keyword)')
    expect(element.textContent).toContain('KLINGON')
    await act(async () => element.querySelector<HTMLElement>('button[aria-label="Copy"]')?.click())
    expect(copied).toEqual(['const x = 1\nconst y = "z"'])
    expect(element.querySelector('button')?.getAttribute('aria-label')).toBe('Copied')
  })

  it.each(['from $5 to $10', 'costs $5/$10 a day', 'US$5 and US$6', 'a $ b $ c', '$20,000 and $30,000', '`$x$`', '\\$x\\$'])(
    'leaves money alone: %s',
    async (text) => {
      expect((await draw(text)).querySelector('math')).toBeNull()
    },
  )

  it('names remote pictures and leads to them; others are named alone', async () => {
    const element = await draw(
      '![A chart](https://example.com/a.png) ![Local](./b.png) [![Inside](https://example.com/c.png)](https://example.com)',
    )
    expect(element.querySelector('img')).toBeNull()
    expect([...element.querySelectorAll('a')].map(({ href }) => href)).toEqual(['https://example.com/a.png', 'https://example.com/'])
    expect(element.textContent).toContain('Image: A chart')
    expect(element.textContent).toContain('Image not loaded: Local')
  })

  it('marks once where speech stopped, and everything after it', async () => {
    const text = 'First words.\n\nSecond words.\n\n- third\n- fourth'
    const element = await draw(text, text.indexOf('words', 20))
    expect(element.querySelectorAll('[class*="cut"]')).toHaveLength(1)
    const unheard = [...element.querySelectorAll('[class*="unheard"]')].map(({ textContent }) => textContent)
    expect(unheard).toEqual(['words.', 'third', 'fourth'])
  })
})

describe('an answer that streams in', () => {
  it('never touches a block again once the next one has begun, and ends as the whole text would be drawn', async () => {
    shown = await showMarkdown('')
    const { element } = shown
    const blocks = () => [...(element.firstElementChild?.children ?? [])]
    let before: readonly Element[] = []
    let markup: readonly string[] = []
    for (let end = 1; end <= answer.length; end += 3) {
      await shown.show(answer.slice(0, end))
      const now = blocks()
      for (const [index, block] of before.slice(0, -1).entries()) {
        expect(now[index]).toBe(block)
        if (!answer.slice(0, end).includes('[ref]: ') && block.localName !== 'figure' && !block.querySelector('code, math')) {
          expect(block.outerHTML).toBe(markup[index])
        }
      }
      before = now
      markup = now.map(({ outerHTML }) => outerHTML)
    }
    await shown.show(answer)
    await act(() => vi.dynamicImportSettled())
    await act(() => vi.dynamicImportSettled())
    const streamed = element.innerHTML
    shown.remove()
    expect(streamed).toBe((await draw(answer)).innerHTML)
  })

  it('keeps notes numbered through the whole text', async () => {
    const element = await draw('One[^a].\n\nTwo[^b].\n\n[^a]: first\n[^b]: second')
    expect([...element.querySelectorAll('sup')].map(({ textContent }) => textContent)).toEqual(['1', '2'])
  })
})
