// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ShownMarkdown, showMarkdown } from '../../../support/shown-markdown'
import { xssCorpus } from '../../../support/xss-corpus'

let shown: ShownMarkdown | null = null
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  shown?.remove()
  shown = null
  vi.unstubAllGlobals()
})

/** All elements that Markdown may become, with MathML. */
const allowedElements = new Set(
  `a blockquote br button code del div em figcaption figure h2 h3 hr li ol p path pre rect section span strong sup svg table tbody td th thead tr ul
  annotation math merror mi mn mo mover mpadded mrow mspace mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics`.split(
    /\s+/,
  ),
)
const allowedStyles = /^(?:color: var\(--code-[a-z-]+\);|text-align: (?:left|right|center);)?$/

/** Everything in the rendered page that could run, load or lead anywhere it should not. */
function dangersIn(element: HTMLElement): readonly string[] {
  return [...element.querySelectorAll('*')].flatMap((one) => {
    const name = one.localName
    const dangers = allowedElements.has(name) ? [] : [`<${name}>`]
    for (const { name: attribute, value } of one.attributes) {
      if (/^on|^src|^srcset|^poster|^action|^formaction|^data$|^xlink/.test(attribute)) dangers.push(`${name} ${attribute}=${value}`)
      if (attribute === 'href' && !/^https?:\/\//.test(value)) dangers.push(`${name} href=${value}`)
      if (attribute === 'style' && !allowedStyles.test(value)) dangers.push(`${name} style=${value}`)
    }
    return dangers
  })
}

/** Waits until everything that loads on demand is rendered. */
async function settle(): Promise<void> {
  await act(() => vi.dynamicImportSettled())
  await act(() => vi.dynamicImportSettled())
}

describe('hostile Markdown', () => {
  it.each(xssCorpus)('becomes nothing that runs, loads or leads away: %j', async (text) => {
    const markup = vi.spyOn(Element.prototype, 'innerHTML', 'set')
    shown = await showMarkdown(text)
    await settle()
    expect(dangersIn(shown.element)).toEqual([])
    expect(markup).not.toHaveBeenCalled()
    markup.mockRestore()
    await shown.show(`before ${text} after\n\n${text}`)
    expect(dangersIn(shown.element)).toEqual([])
  })

  it('would be found by this test', () => {
    const element = document.createElement('div')
    element.innerHTML = '<script></script><img src="x" onerror="1"><a href="javascript:1" style="background: red">x</a>'
    expect(dangersIn(element)).toHaveLength(6)
  })

  const megabyte = 1_000_000
  const nestedLists = Array.from({ length: 1400 }, (_, depth) => `${'  '.repeat(depth)}- item ${depth}`).join('\n')
  it.each([
    ['lists nested ever deeper', nestedLists.slice(0, megabyte)],
    ['quotes in quotes', '> '.repeat(megabyte / 2)],
    ['lists on one line', '- '.repeat(megabyte / 2)],
    ['numbered lists on one line', '1. '.repeat(megabyte / 3)],
    ['open brackets', '['.repeat(megabyte)],
    ['stars', '*'.repeat(megabyte)],
    ['short lists and nothing else', '- a\n  - b\n'.repeat(megabyte / 10)],
    ['brackets in one paragraph that is not too long', '['.repeat(39_000)],
    ['stars in one paragraph that is not too long', `${'*'.repeat(15_000)}a${'*'.repeat(15_000)}`],
    ['links in links', '[a]('.repeat(9_000)],
    ['stars below the limit', `${'*'.repeat(700)}a${'*'.repeat(700)}`],
    ['brackets below the limit', '['.repeat(1_400)],
    ['delimiters of formulas', '\\('.repeat(megabyte / 2)],
    ['delimiters of formulas below the limit', '\\(a '.repeat(1_400)],
    ['delimiters of formulas in lines of their own below the limit', '\\[\nx\n'.repeat(1_400)],
    ['quotes in lists below the limit, many times', `${'> - '.repeat(12)}x\n\n`.repeat(30)],
  ])('can’t take the page’s time or its stack: %s', async (_, text) => {
    shown = await showMarkdown(text)
    expect(dangersIn(shown.element)).toEqual([])
    expect(shown.element.textContent?.length).toBeGreaterThan(0)
  })

  it('is shown completely if it can’t be rendered, and says why', async () => {
    shown = await showMarkdown(nestedLists)
    expect(shown.element.textContent).toContain('shown as plain text')
    const all = [...shown.element.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Show all'))
    await act(async () => all?.click())
    expect(shown.element.querySelector('pre')?.textContent).toBe(nestedLists)
  })

  it('keeps an unclosed fence to itself, whatever its content', async () => {
    shown = await showMarkdown(`before\n\n\`\`\`js\n${'- '.repeat(200)}\n<script>alert(1)</script>\n# no heading`)
    await settle()
    expect(shown.element.querySelector('pre')?.textContent).toContain('<script>alert(1)</script>\n# no heading')
    expect(shown.element.querySelector('h2')).toBeNull()
    expect(dangersIn(shown.element)).toEqual([])
  })
})
