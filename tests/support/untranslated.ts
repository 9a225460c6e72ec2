import type { Page } from 'playwright'
import { words as english } from '../../src/shared/languages/en'
import { words as japanese } from '../../src/shared/languages/ja'

/** English words of the page that are others in Japanese, those with values too. */
const untranslated: readonly string[] = Object.entries(english.texts).flatMap(([key, text]) => {
  const other: string = japanese.texts[key as keyof typeof english.texts]
  return text === other || text.includes('<') || !/[a-z]{3}/.test(text) ? [] : [text]
})

/** So many letters of its own a text with values needs, so that not everything fits it. */
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

/** What a page in Japanese says in English all the same: texts, names and tips that are words of the English catalogue. */
export async function untranslatedOn(page: Page): Promise<readonly string[]> {
  const said = await page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // what somebody said, and what a program is called or sent, is in no language of the page's
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
