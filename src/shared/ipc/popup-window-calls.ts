import { approvalSchema, decisionSchema } from '../approvals/approval'
import { hotkeyStateSchema } from '../hotkeys/hotkey-state'
import { z } from '../lib/zod'
import { seenSchema } from '../sight/sight-source'
import { appearanceChoicesShape } from './appearance-choices'
import { longestText } from './limits'
import { conversationStatusSchema, settingsSchema, talkStateSchema } from './schemas'

const nothing = z.null()

/** The appearance of a popup window, from the settings. */
const lookSchema = z.strictObject({
  ...appearanceChoicesShape,
  operatingSystem: z.enum(['linux', 'darwin', 'win32']),
  systemLocale: z.string(),
})
export type PopupWindowLook = z.infer<typeof lookSchema>

/** The current speech: the user's last words, and the answer around the word being spoken. */
const captionSchema = z.strictObject({ said: z.string(), spoken: z.string(), coming: z.string() })

/** Facts about the voice that only the main window knows, shown in the overlay. */
const voiceFactsSchema = z.strictObject({
  caption: captionSchema.nullable(),
  /** the call that is running */
  runningTool: z.string().nullable(),
  /** the available devices; a label may be empty */
  microphones: z.array(z.strictObject({ microphoneId: z.string(), label: z.string() })).readonly(),
  loudspeakers: z.array(z.strictObject({ loudspeakerId: z.string(), label: z.string() })).readonly(),
})
export type VoiceFacts = z.infer<typeof voiceFactsSchema>

/** The settings in the overlay: devices, volume, captions. */
const soundChoiceSchema = settingsSchema.pick({
  microphoneId: true,
  loudspeakerId: true,
  loudspeakerLabel: true,
  volume: true,
  captions: true,
})
export type SoundChoice = z.infer<typeof soundChoiceSchema>
const soundChangeSchema = soundChoiceSchema.partial().strict()

/** Everything that the talk overlay shows, sent as a whole on every change. */
const overlayViewSchema = z.strictObject({
  look: lookSchema,
  /** null: there is no conversation yet */
  status: conversationStatusSchema.nullable(),
  talk: talkStateSchema,
  hotkey: hotkeyStateSchema,
  /** Parley's voice is muted */
  muted: z.boolean(),
  sound: soundChoiceSchema,
  voiceInterrupts: z.boolean(),
  voice: voiceFactsSchema,
  /** the open approval that expires first, of any conversation */
  question: approvalSchema.nullable(),
  /** all that wait for the user, also questions of servers, which only the main window shows */
  questions: z.number().int(),
  /** what Gemini sees; null: nothing */
  sight: seenSchema.nullable(),
})
export type OverlayView = z.infer<typeof overlayViewSchema>

/** A level of microphone or loudspeaker for the overlay; see `LevelReading`. */
const levelSchema = z.strictObject({
  source: z.enum(['microphone', 'speaker']),
  rms: z.number(),
  peak: z.number(),
  waveform: z.array(z.number()).max(64),
})

const quickViewSchema = z.strictObject({
  look: lookSchema,
  /** typed text that was not sent */
  draft: z.string(),
})
export type QuickView = z.infer<typeof quickViewSchema>

const draftSchema = z.strictObject({ text: z.string().max(longestText) })

/**
 * The calls of Parley's popup windows. Spread into the contract's tables; main's `companion-window-table.ts` says which window
 * may make which.
 */
export const popupWindowCalls = {
  'overlay.open': { request: nothing, reply: overlayViewSchema },
  /** Shows Parley's window, at the approval if one is named. */
  'overlay.showParley': { request: z.strictObject({ approvalId: z.string().nullable() }), reply: nothing },
  /** Shows this page of Parley's settings. */
  'overlay.showSettings': { request: z.strictObject({ section: z.string().regex(/^[a-z]{1,20}$/) }), reply: nothing },
  /** The height of the overlay's content, in pixels. */
  'overlay.size': { request: z.strictObject({ height: z.number().int().min(40).max(900) }), reply: nothing },
  /** The user moves the overlay by this much; `done`: they released it here. */
  'overlay.move': { request: z.strictObject({ x: z.number().int(), y: z.number().int(), done: z.boolean() }), reply: nothing },
  /** The user opened a list in it: it stays until the list is closed or it is dismissed. */
  'overlay.hold': { request: z.strictObject({ on: z.boolean() }), reply: nothing },
  /** Hides it until there is something new to show. */
  'overlay.dismiss': { request: nothing, reply: nothing },
  /** A yes or no to exactly the arguments that were shown; a lasting yes applies to that conversation at most. */
  'overlay.answer': {
    request: decisionSchema
      .pick({ approvalId: true, inputHash: true, approved: true, remember: true })
      .strict()
      .refine(({ approved, remember }) => !approved || remember?.scope !== 'always'),
    reply: nothing,
  },
  /** Stops what is active: the talk first, then the answer, then the session. */
  'overlay.stop': { request: nothing, reply: nothing },
  'overlay.mute': { request: z.strictObject({ muted: z.boolean() }), reply: nothing },
  /** Changes the device, volume or captions: the same settings as everywhere. */
  'overlay.choose': { request: soundChangeSchema, reply: nothing },
  /** Sent by the main window while an overlay is open. */
  'voice.facts': { request: voiceFactsSchema, reply: nothing },
  'voice.level': { request: levelSchema, reply: nothing },
  /**
   * Parley's voice was muted or unmuted in the main window, or is muted at its start. The reply says whether an overlay
   * is open.
   */
  'voice.muted': { request: z.strictObject({ muted: z.boolean() }), reply: z.strictObject({ overlay: z.boolean() }) },
  'quick.open': { request: nothing, reply: quickViewSchema },
  'quick.size': { request: z.strictObject({ height: z.number().int().min(40).max(900) }), reply: nothing },
  /** Keeps typed text until it is sent or Parley quits. */
  'quick.draft': { request: draftSchema, reply: nothing },
  /** Sends it to Gemini in a new conversation, which the main window then shows. */
  'quick.send': { request: draftSchema, reply: nothing },
  'quick.close': { request: nothing, reply: nothing },
} as const

/** Events of the popup windows. */
export const popupWindowEvents = {
  /** To the overlay only. */
  'overlay.view': overlayViewSchema,
  'overlay.level': levelSchema,
  /** To the main window: an overlay opened or closed. */
  'overlay.wanted': z.strictObject({ on: z.boolean() }),
  /** To the main window: Parley's voice was muted or unmuted elsewhere. */
  'voice.mute': z.strictObject({ muted: z.boolean() }),
  /** To the main window: sound settings were changed elsewhere. */
  'voice.choose': soundChangeSchema,
  /** To the quick question window, each time it opens. */
  'quick.view': quickViewSchema,
} as const
