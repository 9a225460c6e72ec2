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

it('shows the levels of headings', async () => {
  const element = await draw('# One\n\n## Two\n\n### Three')
  const levels = [...element.querySelectorAll('h2')].map((heading) => heading.dataset.level)
  expect(levels).toEqual(['1', '2', undefined])
})

describe('Markdown of an answer', () => {
  it('is rendered as on GitHub: tasks, tables, links by reference, code, formulas', async () => {
    const element = await draw(answer)
    expect(element.querySelector('h2')?.textContent).toBe('Plan')
    expect(element.querySelector('del')?.textContent).toBe('gone')
    expect([...element.querySelectorAll('a')].map(({ href }) => href)).toEqual(['https://example.com/', 'https://example.org/page'])
    expect([...element.querySelectorAll('li [role="img"]')].map((mark) => mark.getAttribute('aria-label'))).toEqual(['Done', 'To do'])
    expect(element.querySelector('td:last-child')?.getAttribute('style')).toBe('text-align: right;')
    expect(element.querySelector('pre')?.textContent).toBe("const x = 'y'")
    expect([...element.querySelectorAll('math')].map((math) => math.getAttribute('display'))).toEqual([null, 'block'])
  })

  it('highlights code with the theme’s tokens, and copies it unchanged', async () => {
    const element = await draw('```js\nconst x = 1\nconst y = "z"\n```\n\n```klingon\nqapla\n```')
    const colours = [...element.querySelectorAll<HTMLElement>('pre span')].map(({ style }) => style.color).filter(Boolean)
    expect(colours).toContain('var(--code-token-keyword)')
    expect(element.textContent).toContain('Klingon')
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

  it.each(['$HOME/bin:$PATH', '$AAPL/$MSFT fell', 'echo $FOO$BAR'])('takes names behind dollars for no formula: %s', async (text) => {
    const element = await draw(text)
    expect([element.querySelector('math'), element.textContent]).toEqual([null, text])
  })

  it('sets formulas between the delimiters of LaTeX, in a line and over lines of their own', async () => {
    const element = await draw('So \\(x^2\\) and \\[y\\], the $n$th:\n\\[\na\n- b \\\\[4pt]\n\\]\n\n- item\n\n  \\[ z \\]\n\nEnd')
    expect([...element.querySelectorAll('annotation')].map(({ textContent }) => textContent)).toEqual([
      'x^2',
      'y',
      'n',
      'a\n- b \\\\[4pt]',
      ' z ',
    ])
    expect(element.querySelectorAll('math[display="block"]')).toHaveLength(2)
    expect(element.querySelectorAll('li')).toHaveLength(1)
    expect(element.textContent).toContain('End')
  })

  it.each([
    ['\\[1\\]', '[1]'],
    ['\\[ \\] task', '[ ] task'],
    ['\\[note\n\nnext', '[notenext'],
    ['\\(open', '(open'],
    ['`\\(x\\)`', '\\(x\\)'],
    ['\\\\(x\\\\)', '\\(x\\)'],
  ])('leaves brackets that hold no formula: %s', async (text, shown) => {
    const element = await draw(text)
    expect([element.querySelector('math'), element.textContent]).toEqual([null, shown])
  })

  it.each([
    ['詳しくはhttps://shop.example/docs/a（日本語）をご覧ください。', ['https://shop.example/docs/a']],
    ['https://a.example/x、https://b.example/y。次', ['https://a.example/x', 'https://b.example/y']],
    ['“https://a.example/x”', ['https://a.example/x']],
    ['[名前（全角）](https://a.example/（x）)', ['https://a.example/%EF%BC%88x%EF%BC%89']],
  ])('ends a bare address before the first full-width sign: %s', async (text, addresses) => {
    const element = await draw(text)
    expect([...element.querySelectorAll('a')].map(({ href }) => href)).toEqual(addresses)
    for (const host of element.querySelectorAll('[class*="host"]')) host.remove()
    expect(element.textContent).toBe(text.replace(/^\[(.*)\].*/, '$1'))
  })

  it('strikes out between two tildes, in Japanese too, and never between single ones', async () => {
    const element = await draw('料金は100~200円、所要5~7分です。\n\n~~取消（旧）。~~新')
    expect([...element.querySelectorAll('del')].map(({ textContent }) => textContent)).toEqual(['取消（旧）。'])
    expect(element.textContent).toContain('料金は100~200円、所要5~7分です。')
  })

  it('gives each block the direction of most of its letters, and code always left to right', async () => {
    const element = await draw(
      'Parley هو برنامج للمحادثة.\n\nIn English: مرحبا.\n\nالأمر `npm test` هنا\n\n```js\nx\n```\n\n- مرحبا\n\n1 + 1',
    )
    const directions = [...element.querySelectorAll('p, code, pre, ul, li')].map(
      (block) => `${block.localName} ${block.getAttribute('dir')}`,
    )
    expect(directions).toEqual(['p rtl', 'p ltr', 'p rtl', 'code ltr', 'pre ltr', 'code null', 'ul rtl', 'li rtl', 'p auto'])
  })

  it('reads Markdown as code with code in it as one block, while it streams too', async () => {
    const text = 'Use this:\n\n```markdown\n# Title\n\n```js\nx\n```\n\ntext\n```\n\nAfter it.'
    shown = await showMarkdown('')
    for (let end = 1; end <= text.length; end += 1) {
      await shown.show(text.slice(0, end))
      expect(shown.element.querySelectorAll('figure').length).toBeLessThan(2)
    }
    expect(shown.element.querySelector('pre')?.textContent).toBe('# Title\n\n```js\nx\n```\n\ntext')
    expect([...shown.element.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(['Use this:', 'After it.'])
  })

  it('names remote pictures and leads to them; others are named alone', async () => {
    const element = await draw(
      '![A chart](https://example.com/a.png) ![Local](./b.png) [![Inside](https://example.com/c.png)](https://example.com)',
    )
    expect(element.querySelector('img')).toBeNull()
    expect([...element.querySelectorAll('a')].map(({ href }) => href)).toEqual(['https://example.com/a.png', 'https://example.com/'])
    expect(element.textContent).toContain('Image: A chart')
    expect(element.textContent).toContain('Image not loaded: Local')
  })

  it('marks once where playback stopped, and everything after it', async () => {
    const text = 'First words.\n\nSecond words.\n\n- third\n- fourth'
    const element = await draw(text, text.indexOf('words', 20))
    expect(element.querySelectorAll('[class*="cut"]')).toHaveLength(1)
    const unheard = [...element.querySelectorAll('[class*="unheard"]')].map(({ textContent }) => textContent)
    expect(unheard).toEqual(['words.', 'third', 'fourth'])
  })
})

describe('an answer that streams in', () => {
  it('never changes a block again once the next one has begun, and ends as the whole text would be rendered', async () => {
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

  it('keeps footnotes numbered through the whole text', async () => {
    const element = await draw('One[^a].\n\nTwo[^b].\n\n[^a]: first\n[^b]: second')
    expect([...element.querySelectorAll('sup')].map(({ textContent }) => textContent)).toEqual(['1', '2'])
  })
})
