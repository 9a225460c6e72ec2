import { describe, expect, it } from 'vitest'
import { cutForSpeech } from '../../../src/main/models/read-aloud/cut-for-speech'
import { speakableText } from '../../../src/main/models/read-aloud/speakable-text'

describe('the speakable text of an answer', () => {
  it.each([
    ['marks are not read', '## Due dates\n\nPay **now**, or ~~later~~ *soon*.', ['Due dates', 'Pay now, or later soon.']],
    ['Japanese emphasis without spaces is understood', '**48,600円**です。', ['48,600円です。']],
    ['links are read by their words', 'See [the invoice](https://example.com/a?b=1).', ['See the invoice.']],
    ['a bare address is read by its host', 'See https://www.example.com/a/b?c=1 today.', ['See example.com today.']],
    [
      'code in a sentence is read, a block of code is not',
      'Run `npm test`:\n\n```sh\nnpm test -- --run\n```\n\nDone.',
      ['Run npm test:', 'Done.'],
    ],
    ['lists keep their numbers', '3. Open it\n4. Close it\n\n- One\n  - Two', ['3. Open it', '4. Close it', 'One', 'Two']],
    [
      'tables are read row by row with their columns',
      '| Name | Due |\n|--|--|\n| Hoshino | 4 May |\n| Ito | |',
      ['Name: Hoshino, Due: 4 May', 'Name: Ito'],
    ],
    ['pictures are read by their description', '![A chart of costs](chart.png) follows.', ['A chart of costs follows.']],
    ['HTML, rules and footnotes are left out', 'One<br>two[^1].\n\n---\n\n<div>no</div>\n\n[^1]: A note.', ['Onetwo.']],
    ['formulas are read without the marks of their notation', 'So $\\frac{a}{b}$ it is.\n\n$$\nx^2\n$$', ['So frac a b it is.']],
    ['prices stay prices', 'From $5 to $10.', ['From $5 to $10.']],
    ['an answer of code alone has nothing to read', '```js\n1\n```', []],
  ])('%s', (_promise, markdown, spoken) => {
    expect(speakableText(markdown)).toEqual(spoken)
  })

  it('is found in any nesting, without a stack overflow', () => {
    expect(speakableText(`${'>'.repeat(100_000)} deep`)).toEqual([])
    expect(speakableText(`${'> '.repeat(200)}deep\n\nflat`)).toEqual(['deep', 'flat'])
  })
})

describe('cutting an answer for requests', () => {
  const sentence = 'This sentence stands for all of the others here. '

  it('keeps every character and their order, in texts that end with a sentence', () => {
    const paragraphs = [sentence.repeat(30).trim(), '次の段落です。短い文が続きます。', sentence.repeat(40).trim()]
    const texts = cutForSpeech(paragraphs)
    const plain = (text: string) => text.replace(/\s/g, '')
    expect(plain(texts.join(''))).toBe(plain(paragraphs.join('')))
    for (const text of texts) expect(text).toMatch(/[.。]$/)
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(1200)
  })

  it('makes the first text short, so that the sound begins soon', () => {
    const [first = '', ...rest] = cutForSpeech([sentence.repeat(30)])
    expect(first.length).toBeLessThanOrEqual(200)
    expect(rest.length).toBeGreaterThan(0)
  })

  it('leaves a short answer whole, with separate paragraphs', () => {
    expect(cutForSpeech(['One.', 'Two. Three.'])).toEqual(['One.\n\nTwo. Three.'])
    expect(cutForSpeech([])).toEqual([])
  })

  it('cuts a sentence without end, never inside a character', () => {
    const texts = cutForSpeech(['a', '😀'.repeat(3000)])
    expect(texts.join('').replace(/\s/g, '')).toBe(`a${'😀'.repeat(3000)}`)
    for (const text of texts) expect(text).toMatch(/^(?:a|😀|\s)+$/u)
  })
})
