import { type Result, success } from '../../../shared/lib/result'
import { type Told, tell } from '../../../shared/told/tell'
import type { WalletAccount } from '../../storage/database/wallet-table'

/**
 * Finds the account that a text names: by its last four digits, by its English or Japanese name, or by both, which must
 * then agree. Never guesses: where no account or more than one fits, the failure lists what there is.
 */
export function findAccount(
  accounts: readonly WalletAccount[],
  text: string,
): Result<WalletAccount, { readonly code: 'account-unknown'; readonly message: Told }> {
  const digits = /\d{4}(?!\d)/u.exec(text)?.[0] ?? null
  const name = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\d+|[^\p{L}\p{N}]+|の?口座|\baccount\b/gu, ' ')
    .trim()
  const fitting = accounts.filter((account) => {
    const named = name === account.name || name === account.nameJapanese
    return digits === null ? named : account.accountId === digits && (name === '' || named)
  })
  const [only, ...others] = fitting
  if (only !== undefined && others.length === 0) return success(only)
  const known = accounts.map((account) => `${account.name} ··${account.accountId} (${account.currency})`).join(', ')
  return { ok: false, error: { code: 'account-unknown', message: tell('account-unknown', { accounts: known }) } }
}
