import type { Locator } from 'playwright'

/** Says yes on an approval card, after showing everything that is cut off: a cut card accepts no yes. */
export async function allowCard(card: Locator): Promise<void> {
  const allow = card.getByRole('button', { name: 'Allow once' })
  await allow.waitFor({ timeout: 60_000 })
  const cut = card.getByRole('button', { name: 'Show all' })
  while ((await cut.count()) > 0) await cut.first().click()
  await allow.click()
}
