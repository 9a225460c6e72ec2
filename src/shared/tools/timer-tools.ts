import { z } from '../lib/zod'
import { durationText } from '../text/duration'
import { makeVisible } from '../text/make-visible'
import { defineTool } from './define-tool'

/** The longest timer: a week. */
export const LONGEST_TIMER_SECONDS = 7 * 24 * 3600

const label = z.string().max(60).regex(/\S/u, 'argument-empty')

const setTimerInputSchema = z.strictObject({
  label: label.describe('What the timer is for, in the user’s words, for example tea.'),
  seconds: z.number().int().min(1).max(LONGEST_TIMER_SECONDS).describe('How long from now, in seconds: 300 for five minutes.'),
})
export type SetTimerInput = z.infer<typeof setTimerInputSchema>

const setTimerOutputSchema = z.strictObject({
  status: z.literal('set'),
  label: z.string(),
  /** ISO 8601, UTC */
  endsAt: z.string(),
  note: z.string(),
})
export type SetTimerOutput = z.infer<typeof setTimerOutputSchema>

/** Sets a timer that rings by a notification, even if Parley was closed and opened again in between. */
export const setTimer = defineTool<SetTimerInput, SetTimerOutput>({
  name: 'set_timer',
  description: 'Sets a timer that tells the user when its time is over. Each running timer has a label of its own.',
  input: setTimerInputSchema,
  output: setTimerOutputSchema,
  risk: 'low',
  approval: 'allow',
  idempotent: false,
  timeoutMs: 5000,
  runs: 'main',
  icon: 'timer',
  hint: (i18n) => i18n.t('call.set_timer.hint'),
  secretArguments: [],
  secretResults: [],
  question: ({ label, seconds }, i18n) =>
    i18n.t('call.set_timer.question', { label: makeVisible(label), duration: durationText(seconds, i18n) }),
  destination: () => '',
  effect: ({ label, seconds }, _, i18n) =>
    i18n.t('call.set_timer.effect', { label: makeVisible(label), duration: durationText(seconds, i18n) }),
})

const listTimersOutputSchema = z.strictObject({
  timers: z.array(z.strictObject({ label: z.string(), endsAt: z.string(), secondsLeft: z.number().int().min(0) })),
})
export type ListTimersOutput = z.infer<typeof listTimersOutputSchema>

/** Lists the running timers. */
export const listTimers = defineTool<Record<string, never>, ListTimersOutput>({
  name: 'list_timers',
  description: 'Lists the timers that are running, the one that ends first standing first.',
  input: z.strictObject({}),
  output: listTimersOutputSchema,
  risk: 'low',
  approval: 'allow',
  idempotent: true,
  timeoutMs: 5000,
  runs: 'main',
  icon: 'timer',
  hint: (i18n) => i18n.t('call.list_timers.hint'),
  secretArguments: [],
  secretResults: [],
  question: (_, i18n) => i18n.t('call.list_timers.question'),
  destination: () => '',
  effect: (_, { timers }, i18n) => i18n.count('call.list_timers.effect', timers.length),
})

const cancelTimerInputSchema = z.strictObject({ label: label.describe('The label of the timer to end.') })
export type CancelTimerInput = z.infer<typeof cancelTimerInputSchema>

const cancelTimerOutputSchema = z.strictObject({ status: z.literal('cancelled'), label: z.string() })
export type CancelTimerOutput = z.infer<typeof cancelTimerOutputSchema>

/** Cancels a timer. */
export const cancelTimer = defineTool<CancelTimerInput, CancelTimerOutput>({
  name: 'cancel_timer',
  description: 'Ends a running timer, named by its label, before its time is over.',
  input: cancelTimerInputSchema,
  output: cancelTimerOutputSchema,
  risk: 'low',
  approval: 'allow',
  idempotent: true,
  timeoutMs: 5000,
  runs: 'main',
  icon: 'timer-off',
  hint: (i18n) => i18n.t('call.cancel_timer.hint'),
  secretArguments: [],
  secretResults: [],
  question: (input, i18n) => i18n.t('call.cancel_timer.question', { label: makeVisible(input.label) }),
  destination: () => '',
  effect: (_, output, i18n) => i18n.t('call.cancel_timer.effect', { label: makeVisible(output.label) }),
})
