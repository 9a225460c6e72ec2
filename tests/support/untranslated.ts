import type { Page } from 'playwright'
import { words as english } from '../../src/shared/languages/en'
import { words as japanese } from '../../src/shared/languages/ja'

/** English texts of the page that differ in Japanese, including those with values. */
const untranslated: readonly string[] = Object.entries(english.texts).flatMap(([key, text]) => {
  const other: string = japanese.texts[key as keyof typeof english.texts]
  return text === other || text.includes('<') || !/[a-z]{3}/.test(text) ? [] : [text]
})

/** Letters that a text with values needs of its own, so that it does not match everything. */
const ownLetters = 14
const filled = untranslated
  .filter((text) => text.includes('{{') && text.replaceAll(/\{\{\w+\}\}|[^a-zA-Z]/g, '').length >= ownLetters)
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{\{\w+\}\}/)
          .map(escaped)
          .join('.+')}$`,
      ),
  )

/** English texts on a Japanese page: texts, names and tooltips that are in the English catalogue. */
export async function untranslatedOn(page: Page): Promise<readonly string[]> {
  const said = await page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // messages, and names of programs and what they receive, have no language of the page
      if (node.parentElement?.closest('[data-message], [data-row], code, pre, kbd, option[value="en"]') === null)
        found.add((node.textContent ?? '').trim())
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) found.add((element.getAttribute(name) ?? '').trim())
    return [...found]
  })
  const plain = new Set(untranslated.filter((text) => !text.includes('{{')))
  return said.filter((text) => plain.has(text) || filled.some((pattern) => pattern.test(text)))
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
