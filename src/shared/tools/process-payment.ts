import { z } from '../lib/zod'
import { makeVisible } from '../text/make-visible'
import { CURRENCY_CODE, formatMoney, toMinorUnits } from '../text/money'
import { defineTool } from './define-tool'

/** Arguments of a payment, as the model sends them and as the card shows them. */
export const paymentInputSchema = z
  .strictObject({
    recipient: z.string().max(200).regex(/\S/u, 'argument-empty').describe('Who gets the money, for example Hoshino Print K.K.'),
    amount: z.number().positive().max(1e12).describe('Amount in units of the currency: 48600 for ¥48,600, 12.5 for $12.50.'),
    currency: z.string().regex(CURRENCY_CODE, 'argument-currency').describe('ISO 4217 code, for example JPY.'),
    account: z
      .string()
      .min(1)
      .max(100)
      .describe('The account to pay from: its name, its last four digits or both, for example studio ··4417.'),
    reference: z.string().max(140).describe('Invoice number or purpose, for example INV-2231.'),
    when: z.iso.date('argument-date').describe('Day of the payment, as YYYY-MM-DD.'),
  })
  .superRefine((input, context) => {
    if (toMinorUnits(input.amount, input.currency) !== null) return
    context.addIssue({ code: 'custom', path: ['amount'], message: 'argument-decimals', params: { currency: input.currency } })
  })
export type PaymentInput = z.infer<typeof paymentInputSchema>

/** The result of a payment, sent to the model. */
export const paymentOutputSchema = z.strictObject({
  status: z.literal('paid'),
  paymentId: z.string(),
  recipient: z.string(),
  amount: z.number(),
  currency: z.string(),
  account: z.string(),
  reference: z.string(),
  when: z.string(),
  /** the remaining balance, in units of the currency */
  balance: z.number(),
})
export type PaymentOutput = z.infer<typeof paymentOutputSchema>

/** From this many of the smallest units of a currency on (¥1,000,000, $10,000.00), a payment needs two approvals. */
const LARGE_MINOR = 1_000_000

/** The most characters of a name in a question. The card shows the whole name among the arguments. */
const SHOWN_NAME = /^.{0,80}/su

/** Pays from one of the accounts of the wallet on this computer. */
export const processPayment = defineTool<PaymentInput, PaymentOutput>({
  name: 'process_payment',
  description:
    "Pays money from one of the user's accounts. The user is asked before anything is paid, so call it as soon as the payment is clear; do not ask in words first.",
  input: paymentInputSchema,
  output: paymentOutputSchema,
  risk: 'high',
  approval: 'ask',
  idempotent: false,
  timeoutMs: 15_000,
  runs: 'main',
  hint: (i18n) => i18n.t('call.process_payment.hint'),
  icon: 'banknote',
  secretArguments: [],
  question: ({ recipient, amount, currency, account }, i18n) =>
    i18n.t('call.process_payment.question', {
      name: shown(recipient),
      amount: formatMoney(amount, currency, i18n),
      account: shown(accountName(account)),
    }),
  confirmations: ({ recipient, amount, currency }, i18n) =>
    (toMinorUnits(amount, currency) ?? 0) < LARGE_MINOR
      ? []
      : [i18n.t('call.process_payment.large', { name: shown(recipient), amount: formatMoney(amount, currency, i18n) })],
  destination: () => 'Kita Bank',
  effect: ({ amount, currency }, _, i18n) => i18n.t('call.process_payment.effect', { amount: formatMoney(amount, currency, i18n) }),
})

/** `studio` of `studio ··4417`; the digits if there is no name. */
function accountName(account: string): string {
  const name = account
    .replace(/[·.*•\s]*\d{4}\s*$/u, '')
    .replace(/\s+account$/iu, '')
    .trim()
  return name === '' ? account.trim() : name
}

function shown(name: string): string {
  const visible = makeVisible(name)
  const begin = SHOWN_NAME.exec(visible)?.[0] ?? ''
  return begin === visible ? visible : `${begin}…`
}
