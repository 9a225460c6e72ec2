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

/** The state of the session. `failed` is final until the user acts; `cause` selects the text and button in the UI. */
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
    /** of a connection that replaces a lost one: the number of this attempt, and how many there are */
    again: z.strictObject({ attempt: z.number().int(), of: z.number().int() }).optional(),
  }),
  z.strictObject({
    phase: z.literal('ready'),
    since: z.number(),
    /** when an unresponsive model was asked again (ms since the epoch); absent otherwise */
    stalledAt: z.number().optional(),
    /** a new session that received the earlier conversation; absent while the first session continues */
    reseeded: z.boolean().optional(),
  }),
  z.strictObject({
    phase: z.literal('reconnecting'),
    /** number of the next attempt, from 1, and how many are made before the session gives up */
    attempt: z.number().int(),
    of: z.number().int(),
    nextTryAt: z.number(),
  }),
  z.strictObject({ phase: z.literal('failed'), cause: sessionFailureCauseSchema, detail: z.string() }),
])
export type SessionState = z.infer<typeof sessionStateSchema>

/** The state of the turn, apart from the session: nothing, the model works, it speaks, an approval is open. */
export const activitySchema = z.enum(['idle', 'thinking', 'speaking', 'waiting'])
export type Activity = z.infer<typeof activitySchema>

/** The live state of one conversation, sent as a whole on every change. Usage and cost are null until known. */
export const conversationStatusSchema = z.strictObject({
  conversationId: z.string(),
  session: sessionStateSchema,
  activity: activitySchema,
  /** when the activity began (ms since the epoch) */
  activitySince: z.number(),
  model: z.string(),
  /** ms from the end of the user's turn to the first sample of the answer; null before the first answer */
  firstSoundMs: z.number().nullable(),
  /** tokens of the whole conversation; null until the first count */
  usage: tokenUsageSchema.nullable(),
  /** null for a model with unknown prices; in a replay, what the recorded model would cost */
  cost: costEstimateSchema.nullable(),
  /** when the session was started (ms since the epoch); null while off */
  startedAt: z.number().nullable(),
  /** `fault`: the simulated fault, if the user chose one; `offers`: the demo answers no speech before the user picks one of its sentences */
  replay: z
    .strictObject({
      fixtureId: z.string(),
      title: localizedSchema,
      speed: z.number(),
      fault: z.string().optional(),
      offers: z.literal(true).optional(),
    })
    .nullable(),
  /** which model answers typed text; null while the user has no choice (a recording answers, or there is no key) */
  replyModality: replyModalitySchema.nullable().optional(),
  /** whether the image model answers typed text with images; absent while the user has no choice */
  pictures: z.boolean().optional(),
  /** length in ms of speech that no session has any more and that can be sent again; 0 or absent: none */
  unsentSpeechMs: z.number().optional(),
  /** the answer that is read aloud, or could not be; absent: none */
  reading: readingSchema.optional(),
  /** the model waits for more of the user's speech before it answers; absent otherwise */
  awaitsSpeech: z.boolean().optional(),
})
export type ConversationStatus = z.infer<typeof conversationStatusSchema>

/** Hands-free mode has been on since `since`. `ready`: voice detection works. `watchId` identifies this period. */
const handsFreeSchema = z.strictObject({ watchId: z.string(), since: z.number(), ready: z.boolean() })
const talkOnTheWay = {
  talkId: z.string(),
  held: z.boolean(),
  since: z.number(),
  /** it was started and is ended by the user's voice */
  byVoice: z.boolean().optional(),
  /** absent while hands-free is off */
  handsFree: handsFreeSchema.optional(),
}

/**
 * The state of the talk key in main. `open`: hands-free, and nobody speaks; `arming`: the microphone was requested;
 * `tail`: recording continues for 300 ms after the release (skipped for a talk by voice, whose pause was recorded).
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
  /** models that Parley does not know, and differing facts of models it knows */
  liveModels: z.array(liveModelSchema).max(50),
  /** Gemini's address; empty: Google's own. */
  serviceAddress: addressSchema,
  /** Address of a server that issues a token for each connection; empty: the key is used. */
  tokenAddress: addressSchema,
  ...sessionChoicesShape,
  ...textChoicesShape,
  ...storageChoicesShape,
  ...desktopChoicesShape,
  ...notificationChoicesShape,
  ...updateChoicesShape,
  /** Off: Parley never opens a microphone. */
  microphoneAllowed: z.boolean(),
  microphoneId: z.string().max(500),
  echoCancellation: z.boolean(),
  noiseSuppression: z.boolean(),
  autoGainControl: z.boolean(),
  warmMicrophone: z.boolean(),
  /**
   * Takes the microphone's samples directly, without an audio context: for systems on which speech arrives with gaps.
   */
  directCapture: z.boolean(),
  /** ms of silence that end an utterance in hands-free mode */
  speechPauseMs: z.number().int().min(300).max(2000),
  /** Sensitivity of voice detection. */
  speechSensitivity: z.enum(['low', 'normal', 'high']),
  /** Whether the user's voice interrupts Parley without a key; otherwise voice detection is off while Parley speaks. */
  voiceInterrupts: z.boolean(),
  /** Turns on hands-free mode when Parley starts. */
  handsFreeAtStart: z.boolean(),
  /** Parley's voice does not reach the microphone. */
  headphones: z.boolean(),
  /** Id of the output device; empty: the system's default. */
  loudspeakerId: z.string().max(500),
  /** Its label when it was chosen, to find it by name if its id has changed. */
  loudspeakerLabel: z.string().max(500),
  /** Seconds that an approval stays open before it counts as denied. */
  approvalSeconds: z.number().int().min(5).max(3600),
  replaySpeed: z.number().min(0.25).max(100),
  /** 0 to 1 */
  volume: z.number().min(0).max(1),
  /** Speed of spoken answers at the same pitch; 1 is the voice's own. */
  speakingSpeed: z.number().min(0.75).max(1.5),
  captions: z.boolean(),
  /** Records both sides of a conversation to a WAV file. */
  recordCalls: z.boolean(),
  /** Other programs of this computer may use Parley, at this port of 127.0.0.1. */
  gateway: z.boolean(),
  gatewayPort: z.number().int().min(1024).max(65_535),
  /** A short sound for a new approval request. */
  questionSound: z.boolean(),
  /** Short sounds when the microphone starts and stops recording, and for errors. */
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
  /** it is not stored; absent for a stored conversation */
  isPrivate: z.literal(true).optional(),
})
export type ConversationSummary = z.infer<typeof conversationSummarySchema>

/** A bundled or opened recording that replay can play. `prompts` are sentences that the user can say or type. */
export const fixtureSummarySchema = z.strictObject({
  fixtureId: z.string(),
  title: localizedSchema,
  prompt: localizedSchema,
  note: localizedSchema,
  /** the spoken language; null if not stated */
  language: languageCodeSchema.nullable(),
  /** playing time, as recorded */
  seconds: z.number().min(0),
})
export type FixtureSummary = z.infer<typeof fixtureSummarySchema>

/** Something the user should know now: a banner with the cause, what data is safe, and what to do. */
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
