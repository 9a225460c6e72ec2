import { describe, expect, it } from 'vitest'
import { describeScreens } from '../../support/describe-screens'
import { answerMessage, textPart, userMessage } from '../../support/ui-messages'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'
import { xssCorpus } from '../../support/xss-corpus'

const rich = `## Interest on ¥48,600

The final amount is $A = P\\left(1 + \\frac{r}{n}\\right)^{nt}$, so:

$$
A = 48600 \\left(1 + \\frac{0.02}{12}\\right)^{12} \\approx 49581
$$

| Month | Balance | Interest | Remark that needs some more room than there is in a narrow window |
|---|--:|--:|---|
| January | 48,681 | 81 | **first** |
| February | 48,762 | 81 | ~~second~~ |

\`\`\`ts
// one month
const balance = (principal: number): number => principal * (1 + 0.02 / 12)
console.log(balance(48_600), 'yen')
\`\`\`

- [x] checked against $5 and $10
- [ ] see ![the chart](https://example.com/chart.png) and [the terms](https://example.com/terms)
  1. nested \`code\`

> 引用は**48,600円**です。 &copy; AT&amp;T`

describeScreens({
  markdown: {
    world: (language) =>
      makeWorld({
        language,
        messages: [userMessage('q', 'How much is it after a year? **Not bold**'), answerMessage('a', [textPart(rich)])],
      }),
    async reach(page) {
      await page.locator('pre span[style]').first().waitFor()
      await page.locator('math').nth(1).waitFor()
    },
  },
})

describe('a thread of hostile Markdown', () => {
  const stage = uiStage()

  it('asks no server for anything and runs nothing', async () => {
    const messages = xssCorpus.flatMap((text, index) => [userMessage(`q${index}`, text), answerMessage(`a${index}`, [textPart(text)])])
    const asked: string[] = []
    const { page, complaints, close } = await stage.open(makeWorld({ messages: [...messages, answerMessage('last', [textPart(rich)])] }), {
      width: 1000,
      height: 700,
    })
    page.on('request', (request) => asked.push(request.url()))
    const dialogs: string[] = []
    page.on('dialog', (dialog) => dialogs.push(dialog.message()))
    await page.locator('math').last().waitFor()
    await page.getByText('© AT&T').waitFor()
    // all of it is scrolled through: parts that load in view would load now
    const thread = page.getByRole('log')
    await thread.focus()
    await page.keyboard.press('Home')
    await page.locator('[data-message="q0"]').waitFor()
    for (let index = 0; index < xssCorpus.length; index += 5) await page.locator(`[data-message="a${index}"]`).scrollIntoViewIfNeeded()
    await page.getByRole('link').first().hover()
    const own = new URL(stage.address()).origin
    expect(asked.filter((address) => !address.startsWith(`${own}/assets/`))).toEqual([])
    expect(await page.locator('[role="log"] :is(img, script, iframe, style, object, embed, video, audio, form, link)').count()).toBe(0)
    expect(dialogs).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})
