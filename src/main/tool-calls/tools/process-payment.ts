import { firstLanguage } from '../../../shared/i18n/languages'
import { createTranslator } from '../../../shared/i18n/translator'
import type { Clock } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import { failure, type Result, success, textOf } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { formatMoney, fromMinorUnits, toMinorUnits } from '../../../shared/text/money'
import { type PaymentInput, type PaymentOutput, processPayment } from '../../../shared/tools/process-payment'
import type { StoredPayment, WalletAccount, WalletTable } from '../../storage/database/wallet-table'
import { inputHash } from '../approvals/input-hash'
import { implementTool, type MainTool, type ToolContext, ToolError } from './main-tool'

/**
 * Finds the account that a text names: by its last four digits, by its English or Japanese name, or by both, which must then agree.
 * Never guesses: if no account or several match, the failure lists all accounts.
 */
function findAccount(accounts: readonly WalletAccount[], text: string): Result<WalletAccount> {
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
  return failure('account-unknown', messageOf('account-unknown', { accounts: known }))
}

/** Pays from the wallet on this machine. A call pays once, however often it is run. */
export function paymentTool(wallet: WalletTable, clock: Clock, newId: NewId): MainTool {
  async function run(input: PaymentInput, { toolCallId, signal }: ToolContext): Promise<PaymentOutput> {
    signal.throwIfAborted()
    const earlier = wallet.paymentOfCall(toolCallId)
    if (earlier === null) return receipt(pay(input, toolCallId), wallet.accounts())
    if (earlier.inputHash !== inputHash(input)) throw new ToolError(messageOf('paid-with-other-arguments'))
    return receipt(earlier, wallet.accounts())
  }

  function recall(toolCallId: string): PaymentOutput | null {
    const payment = wallet.paymentOfCall(toolCallId)
    return payment === null ? null : receipt(payment, wallet.accounts())
  }

  function pay(input: PaymentInput, toolCallId: string): StoredPayment {
    const found = findAccount(wallet.accounts(), input.account)
    if (!found.ok) throw new ToolError(textOf(found.error))
    const account = found.value
    if (account.currency !== input.currency) {
      throw new ToolError(messageOf('account-other-currency', { account: labelOf(account), held: account.currency, asked: input.currency }))
    }
    const amountMinor = toMinorUnits(input.amount, input.currency)
    if (amountMinor === null) throw new ToolError(messageOf('amount-too-fine', { currency: input.currency }))
    const payment = wallet.pay({
      paymentId: newId('payment'),
      toolCallId,
      inputHash: inputHash(input),
      accountId: account.accountId,
      recipient: input.recipient,
      amountMinor,
      currency: account.currency,
      reference: input.reference,
      payOn: input.when,
      paidAt: clock.now(),
    })
    if (payment !== null) return payment
    const left = formatMoney(fromMinorUnits(account.balanceMinor, account.currency), account.currency, createTranslator(firstLanguage))
    throw new ToolError(messageOf('not-enough-money', { account: labelOf(account), left }))
  }

  return implementTool(processPayment, { run, recall })
}

function receipt(payment: StoredPayment, accounts: readonly WalletAccount[]): PaymentOutput {
  const account = accounts.find(({ accountId }) => accountId === payment.accountId)
  return {
    status: 'paid',
    paymentId: payment.paymentId,
    recipient: payment.recipient,
    amount: fromMinorUnits(payment.amountMinor, payment.currency),
    currency: payment.currency,
    account: account === undefined ? payment.accountId : labelOf(account),
    reference: payment.reference,
    when: payment.payOn,
    balance: fromMinorUnits(payment.balanceMinor, payment.currency),
  }
}

function labelOf(account: WalletAccount): string {
  return `${account.name} ··${account.accountId}`
}
