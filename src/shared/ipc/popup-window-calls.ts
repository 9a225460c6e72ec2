import { approvalSchema, decisionSchema } from '../approvals/approval'
import { hotkeyStateSchema } from '../hotkeys/hotkey-state'
import { z } from '../lib/zod'
import { appearanceChoicesShape } from './appearance-choices'
import { longestText } from './limits'
import { conversationStatusSchema, settingsSchema, talkStateSchema } from './schemas'

const nothing = z.null()

/** How a small window looks: as the settings say. */
const lookSchema = z.strictObject({
  ...appearanceChoicesShape,
  operatingSystem: z.enum(['linux', 'darwin', 'win32']),
  systemLocale: z.string(),
})
export type PopupWindowLook = z.infer<typeof lookSchema>

/** What is heard and said now: the user's last words, and the answer around the word being spoken. */
const captionSchema = z.strictObject({ said: z.string(), spoken: z.string(), coming: z.string() })

/** What the main window alone knows of the voice, as the overlay shows it. */
const voiceFactsSchema = z.strictObject({
  caption: captionSchema.nullable(),
  /** the call that runs now */
  runningTool: z.string().nullable(),
  /** the devices that can be chosen now; a label may be empty */
  microphones: z.array(z.strictObject({ microphoneId: z.string(), label: z.string() })).readonly(),
  loudspeakers: z.array(z.strictObject({ loudspeakerId: z.string(), label: z.string() })).readonly(),
})
export type VoiceFacts = z.infer<typeof voiceFactsSchema>

/** The settings that the overlay shows and changes: the devices, the loudness, the captions. */
const soundChoiceSchema = settingsSchema.pick({
  microphoneId: true,
  loudspeakerId: true,
  loudspeakerLabel: true,
  volume: true,
  captions: true,
})
export type SoundChoice = z.infer<typeof soundChoiceSchema>
const soundChangeSchema = soundChoiceSchema.partial().strict()

/** Everything that the talk overlay shows, sent whole on every change. */
const overlayViewSchema = z.strictObject({
  look: lookSchema,
  /** null: no conversation has begun */
  status: conversationStatusSchema.nullable(),
  talk: talkStateSchema,
  hotkey: hotkeyStateSchema,
  /** Parley's voice is switched off */
  muted: z.boolean(),
  sound: soundChoiceSchema,
  voiceInterrupts: z.boolean(),
  voice: voiceFactsSchema,
  /** the open question that ends first, whatever conversation it belongs to */
  question: approvalSchema.nullable(),
  questions: z.number().int(),
})
export type OverlayView = z.infer<typeof overlayViewSchema>

/** A level of microphone or loudspeaker on its way to the overlay; see `LevelReading`. */
const levelSchema = z.strictObject({
  source: z.enum(['microphone', 'speaker']),
  rms: z.number(),
  peak: z.number(),
  waveform: z.array(z.number()).max(64),
})

const quickViewSchema = z.strictObject({
  look: lookSchema,
  /** words that were typed and not sent */
  draft: z.string(),
})
export type QuickView = z.infer<typeof quickViewSchema>

const draftSchema = z.strictObject({ text: z.string().max(longestText) })

/** The calls about Parley's small windows. Spread into the contract's tables; which window may make which stands in main's `side-windows.ts`. */
export const popupWindowCalls = {
  'overlay.open': { request: nothing, reply: overlayViewSchema },
  /** Shows Parley's window, at the question where one is named. */
  'overlay.showParley': { request: z.strictObject({ approvalId: z.string().nullable() }), reply: nothing },
  /** Shows this page of Parley's settings. */
  'overlay.showSettings': { request: z.strictObject({ section: z.string().regex(/^[a-z]{1,20}$/) }), reply: nothing },
  /** The height that the overlay's words take, in pixels. */
  'overlay.size': { request: z.strictObject({ height: z.number().int().min(40).max(900) }), reply: nothing },
  /** The user drags the overlay by so much; `done`: they let go of it here. */
  'overlay.move': { request: z.strictObject({ x: z.number().int(), y: z.number().int(), done: z.boolean() }), reply: nothing },
  /** The user has opened a list in it: it stays until the list is closed, or it is sent away. */
  'overlay.hold': { request: z.strictObject({ on: z.boolean() }), reply: nothing },
  /** Away with it until there is something new to show. */
  'overlay.dismiss': { request: nothing, reply: nothing },
  /** A yes or no to exactly the arguments that were shown; a yes that lasts holds for that conversation at most. */
  'overlay.answer': {
    request: decisionSchema
      .pick({ approvalId: true, inputHash: true, approved: true, remember: true })
      .strict()
      .refine(({ approved, remember }) => !approved || remember?.scope !== 'always'),
    reply: nothing,
  },
  /** Ends what goes on: the talk first, then the answer, then the session. */
  'overlay.stop': { request: nothing, reply: nothing },
  'overlay.mute': { request: z.strictObject({ muted: z.boolean() }), reply: nothing },
  /** Another device, loudness or the captions: the same settings as everywhere. */
  'overlay.choose': { request: soundChangeSchema, reply: nothing },
  /** The main window tells, while an overlay stands. */
  'voice.facts': { request: voiceFactsSchema, reply: nothing },
  'voice.level': { request: levelSchema, reply: nothing },
  /** Parley's voice was switched off or on in the main window, or the window begins with it so. The reply says whether an overlay stands. */
  'voice.muted': { request: z.strictObject({ muted: z.boolean() }), reply: z.strictObject({ overlay: z.boolean() }) },
  'quick.open': { request: nothing, reply: quickViewSchema },
  'quick.size': { request: z.strictObject({ height: z.number().int().min(40).max(900) }), reply: nothing },
  /** Keeps what is typed, until it is sent or Parley ends. */
  'quick.draft': { request: draftSchema, reply: nothing },
  /** Puts it to Gemini in a new conversation, which the main window then shows. */
  'quick.send': { request: draftSchema, reply: nothing },
  'quick.close': { request: nothing, reply: nothing },
} as const

/** What main tells of them. */
export const popupWindowEvents = {
  /** To the overlay alone. */
  'overlay.view': overlayViewSchema,
  'overlay.level': levelSchema,
  /** To the main window: an overlay stands, or no longer. */
  'overlay.wanted': z.strictObject({ on: z.boolean() }),
  /** To the main window: Parley's voice is switched off or on from outside. */
  'voice.mute': z.strictObject({ muted: z.boolean() }),
  /** To the main window: other settings of sound were chosen outside of it. */
  'voice.choose': soundChangeSchema,
  /** To the small window for a question, each time it comes up. */
  'quick.view': quickViewSchema,
} as const
