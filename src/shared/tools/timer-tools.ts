import { z } from '../lib/zod'
import { durationWords } from '../text/duration'
import { makeVisible } from '../text/make-visible'
import { defineTool } from './define-tool'

/** A week: longer than anybody should trust a timer on a desktop. */
export const LONGEST_TIMER_SECONDS = 7 * 24 * 3600

const label = z.string().max(60).regex(/\S/u, 'must not be empty')

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

/** Sets a timer that rings by a notification, also when Parley was closed and opened again in between. */
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
  hint: { en: 'Sets a timer', ja: 'タイマーをかける' },
  secretArguments: [],
  secretResults: [],
  question: (input) => ({
    en: `Set a timer “${makeVisible(input.label)}” for ${durationWords(input.seconds).en}?`,
    ja: `${durationWords(input.seconds).ja}のタイマー「${makeVisible(input.label)}」をかけますか？`,
  }),
  destination: () => '',
  effect: (input) => ({
    en: `“${makeVisible(input.label)}”, ${durationWords(input.seconds).en}`,
    ja: `「${makeVisible(input.label)}」${durationWords(input.seconds).ja}`,
  }),
})

const listTimersOutputSchema = z.strictObject({
  timers: z.array(z.strictObject({ label: z.string(), endsAt: z.string(), secondsLeft: z.number().int().min(0) })),
})
export type ListTimersOutput = z.infer<typeof listTimersOutputSchema>

/** Tells which timers run. */
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
  hint: { en: 'Lists your timers', ja: 'タイマーを一覧する' },
  secretArguments: [],
  secretResults: [],
  question: () => ({ en: 'List your timers?', ja: 'タイマーを一覧しますか？' }),
  destination: () => '',
  effect: (_, { timers }) => ({
    en: timers.length === 1 ? '1 timer' : `${timers.length} timers`,
    ja: `${timers.length}個のタイマー`,
  }),
})

const cancelTimerInputSchema = z.strictObject({ label: label.describe('The label of the timer to end.') })
export type CancelTimerInput = z.infer<typeof cancelTimerInputSchema>

const cancelTimerOutputSchema = z.strictObject({ status: z.literal('cancelled'), label: z.string() })
export type CancelTimerOutput = z.infer<typeof cancelTimerOutputSchema>

/** Ends a timer before its time. */
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
  hint: { en: 'Ends a timer', ja: 'タイマーを止める' },
  secretArguments: [],
  secretResults: [],
  question: (input) => ({
    en: `End the timer “${makeVisible(input.label)}”?`,
    ja: `タイマー「${makeVisible(input.label)}」を止めますか？`,
  }),
  destination: () => '',
  effect: (_, output) => ({ en: `ended “${makeVisible(output.label)}”`, ja: `「${makeVisible(output.label)}」を停止` }),
})
