import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import { expect, it } from 'vitest'
import { grammar, grammarOf } from '../../../../src/renderer/markdown/grammar'
import { lengthenOuterFence } from '../../../../src/renderer/markdown/nested-fence'
import { createBlockSplitter } from '../../../../src/renderer/markdown/split-blocks'

/** Kinds of blocks that answers contain. A blank line is between two of them: without it, a block may depend on the one before. */
const BLOCKS = [
  'Plain words, **bold ones**, `code` and ~~struck~~ ones.',
  '# A heading',
  'A heading\n---',
  '* one\n* two\n  * deeper\n\n  more of two',
  '3. three\n4. four',
  '- [x] done\n- [ ] open',
  '> quoted\n> > deeper',
  '```ts\nconst one = 1\n```',
  '~~~\nnever closed',
  '    indented',
  '| a | b |\n|---|--:|\n| 1 | 2 |',
  '$$\nx^2\n$$',
  '\\[ y = 2 \\]',
  'Costs $5 to $10, $x^2$ is math, \\(z\\) too.',
  'See https://example.com/a and [a place](https://example.com/b "b").',
  '**48,600円**です。https://example.com/道。つづき',
  'المبلغ **48,600** هنا',
  '<b>raw</b> &amp; <!-- note -->',
  '---',
  'a  \nhard break\\\nand another',
  '![picture](https://example.com/p.png)',
]
const text = fc
  .array(fc.tuple(fc.constantFrom(...BLOCKS), fc.constantFrom('\n\n', '\n\n\n', '\n  \n')), { minLength: 1, maxLength: 7 })
  .map((pieces) => pieces.map(([block, between]) => block + between).join(''))

const drawn = (source: string, remarkPlugins: typeof grammar) => renderToStaticMarkup(ReactMarkdown({ children: source, remarkPlugins }))

it('a block that was read with the whole text, however it grew, looks as if it were read alone', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(400), { maxLength: 4 }), (whole, cuts) => {
      const splitter = createBlockSplitter()
      for (const cut of [...cuts].sort((left, right) => left - right)) splitter.split(whole.slice(0, cut))
      for (const { source, definitions, read } of splitter.split(whole)) {
        if (read === null) continue
        expect(definitions).toBe('')
        expect(drawn(source, grammarOf(read.tree)).trim()).toBe(drawn(lengthenOuterFence(source), grammar).trim())
        // drawing changes nothing that is drawn again
        expect(drawn(source, grammarOf(read.tree)).trim()).toBe(drawn(lengthenOuterFence(source), grammar).trim())
      }
    }),
    { numRuns: 100 },
  )
})
