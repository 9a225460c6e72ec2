import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'
import { localizedSchema } from '../text/localized'
import { readServiceAddress } from '../text/service-address'
import { costEstimateSchema } from '../usage/prices'
import { tokenUsageSchema } from '../usage/token-usage'
import { appearanceChoicesShape, languageCodeSchema } from './appearance-choices'
import { desktopChoicesShape } from './desktop-choices'
import { liveModelSchema } from './live-models'
import { notificationChoicesShape } from './notification-choices'
import { readingSchema } from './reading'
import { sessionChoicesShape } from './session-choices'
import { storageChoicesShape } from './storage-choices'
import { replyModalitySchema, textChoicesShape } from './text-choices'
import { updateChoicesShape } from './update-choices'

/** What the session does now. `failed` is final until the user acts; `cause` chooses words and button in the UI. */
export const sessionFailureCauseSchema = z.enum([
  'key-missing',
  'key-refused',
  'region',
  'model-unknown',
  'quota',
  'store-refused',
  'model-without-audio',
  'model-without-pictures',
  'setup-refused',
  'request-refused',
  'service-overloaded',
  'service-failed',
  'unreachable',
  'timeout',
  'protocol',
  'fixture',
  'internal',
])
export type SessionFailureCause = z.infer<typeof sessionFailureCauseSchema>

export const sessionStateSchema = z.discriminatedUnion('phase', [
  z.strictObject({ phase: z.literal('off') }),
  z.strictObject({
    phase: z.literal('connecting'),
    since: z.number(),
    /** of a connection that takes the place of a lost one: the number of this try, and how many there are */
    again: z.strictObject({ attempt: z.number().int(), of: z.number().int() }).optional(),
  }),
  z.strictObject({
    phase: z.literal('ready'),
    since: z.number(),
    /** ms since the epoch at which a silent model was asked once more; absent while all goes well */
    stalledAt: z.number().optional(),
    /** a new session that was told what had been said before; absent while the session of the beginning goes on */
    reseeded: z.boolean().optional(),
  }),
  z.strictObject({
    phase: z.literal('reconnecting'),
    /** number of the next try, from 1, and how many are made before the session gives up */
    attempt: z.number().int(),
    of: z.number().int(),
    nextTryAt: z.number(),
  }),
  z.strictObject({ phase: z.literal('failed'), cause: sessionFailureCauseSchema, detail: z.string() }),
])
export type SessionState = z.infer<typeof sessionStateSchema>

/** What the turn does now, beside the session: nothing, the model works, it speaks, a question is open. */
export const activitySchema = z.enum(['idle', 'thinking', 'speaking', 'waiting'])
export type Activity = z.infer<typeof activitySchema>

/** One conversation's live facts, sent whole on every change. Usage and cost are null until known. */
export const conversationStatusSchema = z.strictObject({
  conversationId: z.string(),
  session: sessionStateSchema,
  activity: activitySchema,
  /** ms since the epoch at which the activity began */
  activitySince: z.number(),
  model: z.string(),
  /** ms from the end of the user's turn to the first sample of the answer; null before the first answer */
  firstSoundMs: z.number().nullable(),
  /** tokens of the whole conversation; null until an answer was counted */
  usage: tokenUsageSchema.nullable(),
  /** null for a model whose prices are not known; in a replay, what the recorded model would cost */
  cost: costEstimateSchema.nullable(),
  /** ms since the epoch at which the session was started; null while off */
  startedAt: z.number().nullable(),
  /** `fault`: the name of what goes wrong in it, where the user chose that */
  replay: z.strictObject({ fixtureId: z.string(), title: localizedSchema, speed: z.number(), fault: z.string().optional() }).nullable(),
  /** who answers typed words; null while the user has no choice (a recording answers, or there is no key) */
  typedWords: replyModalitySchema.nullable().optional(),
  /** whether typed words are answered with pictures, by the image model; absent while the user has no choice */
  pictures: z.boolean().optional(),
  /** length of the speech that no session knows of any more and that can be sent again, in ms; 0 or absent: none */
  unsentSpeechMs: z.number().optional(),
  /** the answer that is read aloud, or that could not be; absent: none */
  reading: readingSchema.optional(),
  /** the model waits for more of the user's speech before it answers; absent while it does not */
  awaitsSpeech: z.boolean().optional(),
})
export type ConversationStatus = z.infer<typeof conversationStatusSchema>

/** Hands-free is on since then. `ready`: a voice would be heard now. `watchId` names this time of it. */
const handsFreeSchema = z.strictObject({ watchId: z.string(), since: z.number(), ready: z.boolean() })
const talkOnTheWay = {
  talkId: z.string(),
  held: z.boolean(),
  since: z.number(),
  /** it began with the user's voice and ends with it */
  byVoice: z.boolean().optional(),
  /** absent while hands-free is off */
  handsFree: handsFreeSchema.optional(),
}

/**
 * The talk key's machine in main. `open`: hands-free, and nobody speaks; `arming`: microphone asked for; `tail`: after the
 * release, still recording for 300 ms (a talk by voice: not at all, as its pause was recorded).
 */
export const talkStateSchema = z.discriminatedUnion('phase', [
  z.strictObject({ phase: z.literal('idle') }),
  z.strictObject({ phase: z.literal('open'), handsFree: handsFreeSchema }),
  z.strictObject({ phase: z.literal('arming'), ...talkOnTheWay }),
  z.strictObject({ phase: z.literal('listening'), ...talkOnTheWay }),
  z.strictObject({ phase: z.literal('tail'), ...talkOnTheWay }),
])
export type TalkState = z.infer<typeof talkStateSchema>

const addressSchema = z
  .string()
  .max(2000)
  .refine((text) => text === '' || readServiceAddress(text).ok)

export const settingsSchema = z.strictObject({
  ...appearanceChoicesShape,
  model: z.string().min(1).max(200),
  /** models beside those Parley knows, and what differs in those it knows */
  liveModels: z.array(liveModelSchema).max(50),
  /** Where Gemini is reached; empty: at Google's own address. */
  serviceAddress: addressSchema,
  /** Who hands out a token for each connection; empty: nobody, the key is used. */
  tokenAddress: addressSchema,
  ...sessionChoicesShape,
  ...textChoicesShape,
  ...storageChoicesShape,
  ...desktopChoicesShape,
  ...notificationChoicesShape,
  ...updateChoicesShape,
  /** Off: nothing in Parley can open a microphone. */
  microphoneAllowed: z.boolean(),
  microphoneId: z.string().max(500),
  echoCancellation: z.boolean(),
  noiseSuppression: z.boolean(),
  autoGainControl: z.boolean(),
  warmMicrophone: z.boolean(),
  /** The microphone's own samples are taken, without an audio context between: where words arrive with gaps. */
  directCapture: z.boolean(),
  /** ms of silence after which what was said hands-free is over */
  speechPauseMs: z.number().int().min(300).max(2000),
  /** How easily a voice is heard without a key. */
  speechSensitivity: z.enum(['low', 'normal', 'high']),
  /** Whether the user's voice interrupts Parley without a key; else nothing is heard while Parley speaks. */
  voiceInterrupts: z.boolean(),
  /** Hands-free is on from the moment on at which Parley is open. */
  handsFreeAtStart: z.boolean(),
  /** Parley's voice does not come back through the microphone. */
  headphones: z.boolean(),
  /** Where Parley sounds; empty: at the system's default. */
  loudspeakerId: z.string().max(500),
  /** What it was called when it was chosen: it is found again by its name when its id has changed. */
  loudspeakerLabel: z.string().max(500),
  /** Seconds a question stays open before silence counts as no. */
  approvalSeconds: z.number().int().min(5).max(3600),
  replaySpeed: z.number().min(0.25).max(100),
  /** 0 to 1 */
  volume: z.number().min(0).max(1),
  /** How fast answers are spoken, at the pitch they have; 1 is the voice's own. */
  speakingSpeed: z.number().min(0.75).max(1.5),
  captions: z.boolean(),
  /** Both sides of a conversation are written into a WAV file beside it. */
  recordCalls: z.boolean(),
  /** Other programs of this machine may use Parley, and at which port of 127.0.0.1. */
  gateway: z.boolean(),
  gatewayPort: z.number().int().min(1024).max(65_535),
  /** A short sound when a question comes. */
  questionSound: z.boolean(),
  /** Short sounds when the microphone begins to hear, when it ends, and when something failed. */
  startSound: z.boolean(),
  stopSound: z.boolean(),
  errorSound: z.boolean(),
})
export type Settings = z.infer<typeof settingsSchema>

export const conversationSummarySchema = z.strictObject({
  conversationId: z.string(),
  title: z.string(),
  updatedAt: z.number(),
  hasVoice: z.boolean(),
  openApprovals: z.number().int(),
  pinned: z.boolean(),
  archived: z.boolean(),
  /** nothing of it is kept; absent where it is stored */
  isPrivate: z.literal(true).optional(),
})
export type ConversationSummary = z.infer<typeof conversationSummarySchema>

/** A bundled or opened recording that replay can play. `prompts` are sentences the user can say or type. */
export const fixtureSummarySchema = z.strictObject({
  fixtureId: z.string(),
  title: localizedSchema,
  prompt: localizedSchema,
  note: localizedSchema,
  /** what is spoken in it; null where nobody has said */
  language: languageCodeSchema.nullable(),
  /** how long it plays, as recorded */
  seconds: z.number().min(0),
})
export type FixtureSummary = z.infer<typeof fixtureSummarySchema>

/** Something the user should know now: a banner with cause, what is kept, what to do. */
export const noticeSchema = z.strictObject({
  noticeId: z.string(),
  conversationId: z.string().nullable(),
  kind: z.enum([
    'session-failed',
    'microphone-missing',
    'microphone-refused',
    'microphone-busy',
    'microphone-silent',
    'hands-free-failed',
    'settings-damaged',
    'store-damaged',
    'store-unwritable',
    'server-away',
    'server-refused',
    'recording-failed',
    'fixture-invalid',
    'recording-mended',
    'recording-opened',
    'not-recorded',
    'not-heard',
    'malformed-frames',
    'model-replaced',
    'tools-off',
    'tools-set-aside',
    'not-sent',
    'hotkey-unavailable',
    'key-ignored',
    'answer-cut',
    'timer-ended',
    'timer-missed',
    'crashed',
    'updated',
    'update-ready',
  ]),
  cause: sessionFailureCauseSchema.nullable(),
  /** Raw detail for the Details fold: redacted, never a key. */
  detail: displayTextSchema,
})
export type Notice = z.infer<typeof noticeSchema>

/** Raw bytes across IPC: s16le mono samples. */
export const bytesSchema = z.instanceof(Uint8Array)
