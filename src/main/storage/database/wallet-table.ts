import { z } from '../../../shared/lib/zod'
import type { SqlDatabase } from './sql-database'

const accountRowSchema = z.object({
  accountId: z.string(),
  name: z.string(),
  nameJapanese: z.string(),
  currency: z.string(),
  balanceMinor: z.number().int(),
})
/** An account of the wallet. `accountId` is its last four digits, `balanceMinor` counts the smallest unit of its currency. */
export type WalletAccount = Readonly<z.infer<typeof accountRowSchema>>

const paymentRowSchema = z.object({
  paymentId: z.string(),
  toolCallId: z.string(),
  inputHash: z.string(),
  accountId: z.string(),
  recipient: z.string(),
  amountMinor: z.number().int(),
  currency: z.string(),
  reference: z.string(),
  /** day of the payment, `YYYY-MM-DD` */
  payOn: z.string(),
  paidAt: z.number(),
  /** the remaining balance */
  balanceMinor: z.number().int(),
})
/** A completed payment. */
export type StoredPayment = Readonly<z.infer<typeof paymentRowSchema>>

/** The wallet on this machine: accounts and their payments. */
export interface WalletTable {
  accounts(): readonly WalletAccount[]
  payments(): readonly StoredPayment[]
  paymentOfCall(toolCallId: string): StoredPayment | null
  /** Debits the account and records the payment, both or neither. Null, without a change, if the balance is too small. */
  pay(payment: Omit<StoredPayment, 'balanceMinor'>): StoredPayment | null
}

export function walletTable(database: SqlDatabase): WalletTable {
  const paymentOfCall = (toolCallId: string) => database.first(paymentRowSchema, 'SELECT * FROM payments WHERE toolCallId = ?', toolCallId)

  return {
    accounts: () => database.all(accountRowSchema, 'SELECT * FROM wallet_accounts ORDER BY rowid'),
    payments: () => database.all(paymentRowSchema, 'SELECT * FROM payments ORDER BY rowid'),
    paymentOfCall,
    pay(payment) {
      return database.durably(() => {
        const changed = database.run(
          'UPDATE wallet_accounts SET balanceMinor = balanceMinor - ? WHERE accountId = ? AND currency = ? AND balanceMinor >= ?',
          payment.amountMinor,
          payment.accountId,
          payment.currency,
          payment.amountMinor,
        )
        if (changed === 0) return null
        database.run(
          `INSERT INTO payments (paymentId, toolCallId, inputHash, accountId, recipient, amountMinor, currency, reference, payOn, paidAt, balanceMinor)
           SELECT ?, ?, ?, accountId, ?, ?, currency, ?, ?, ?, balanceMinor FROM wallet_accounts WHERE accountId = ?`,
          payment.paymentId,
          payment.toolCallId,
          payment.inputHash,
          payment.recipient,
          payment.amountMinor,
          payment.reference,
          payment.payOn,
          payment.paidAt,
          payment.accountId,
        )
        return paymentOfCall(payment.toolCallId)
      })
    },
  }
}
