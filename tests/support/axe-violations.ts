import axe from 'axe-core'
import type { Page } from 'playwright'

/** Which rules: all of axe's defaults, those of colours only, or the named ones. */
export type AxeRules = 'all' | 'colours' | { readonly rules: readonly string[] }

/**
 * Axe's findings on the page, one line for each rule with the elements that break it. The menu's guards pass the focus on as soon as
 * they get it, which axe can't know: they are left out. The page runs axe itself and only returns the violations: a full report
 * names every element of the page many times, and takes ten times as long.
 */
export async function axeViolations(page: Page, rules: AxeRules = 'all'): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(runAxe, { exclude: '[data-base-ui-focus-guard]', options: optionsOf(rules) })
}

/** The rules of axe's category of colours that are on by default. */
const coloursByDefault = ['color-contrast', 'link-in-text-block']

function optionsOf(rules: AxeRules): axe.RunOptions {
  const violationsAlone: axe.RunOptions = { resultTypes: ['violations'] }
  if (rules === 'all') return violationsAlone
  const names = rules === 'colours' ? coloursByDefault : rules.rules
  return { ...violationsAlone, runOnly: { type: 'rule', values: [...names] } }
}

/** Runs in the page. */
async function runAxe({ exclude, options }: { readonly exclude: string; readonly options: axe.RunOptions }): Promise<string[]> {
  const inPage: typeof axe = Reflect.get(window, 'axe')
  const { violations } = await inPage.run({ exclude: [[exclude]] }, options)
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any.map(({ message }) => message).join()}`).join(' | ')}`,
  )
}
