import { approvalSchema, decisionSchema } from '../approvals/approval'
import { mostAttachments } from '../attachments/attachment'
import { commandEvents } from '../commands/app-commands'
import { diagnosticsCalls } from '../diagnostics/diagnosis'
import { hotkeyCalls, hotkeyEvents, hotkeyStateSchema } from '../hotkeys/hotkey-state'
import { inspectorCalls, inspectorEvents } from '../inspector/inspector-calls'
import { inspectorWindowCalls, inspectorWindowEvents } from '../inspector/inspector-window-calls'
import { z } from '../lib/zod'
import { sightCalls, sightEvents } from '../sight/sight-calls'
import { attachmentCalls } from './attachment-calls'
import { conversationPageSchema, listChangeSchema, listPositionSchema } from './conversation-list'
import { dataCalls, dataEvents } from './data-calls'
import { desktopCalls, desktopEvents } from './desktop-calls'
import { gatewayCalls, gatewayEvents } from './gateway-calls'
import { historyCalls } from './history-calls'
import { keyStateSchema } from './key-state'
import { longestKey, longestText } from './limits'
import { popupWindowCalls, popupWindowEvents } from './popup-window-calls'
import { recordingCalls } from './recording-calls'
import { replayCalls, replayPictureSchema, replayProgressSchema } from './replay-calls'
import {
  bytesSchema,
  conversationStatusSchema,
  conversationSummarySchema,
  fixtureSummarySchema,
  noticeSchema,
  settingsSchema,
  talkStateSchema,
} from './schemas'
import { serverCalls, serverEvents } from './server-calls'
import { setUpCalls } from './set-up-calls'
import { storageCalls, storageEvents } from './storage-calls'
import { replyModalitySchema } from './text-choices'
import { threadCalls } from './thread-calls'
import { toolCalls, toolEvents } from './tool-calls'
import { toolServerCalls, toolServerEvents } from './tool-server-calls'
import { upkeepCalls, upkeepEvents } from './upkeep-calls'

const nothing = z.null()
const conversation = z.strictObject({ conversationId: z.string().min(1).max(200) })
/** `protocol/` has the types of chunks; this only requires a plain object with the right name. */
const chunk = z.looseObject({ type: z.string().min(1) })

/**
 * Every call from the renderer to main: request and reply. Main validates the request and the sender, the renderer
 * validates the reply; an unknown name, an extra key or a wrong type is refused before a handler runs.
 */
export const calls = {
  'app.bootstrap': {
    request: nothing,
    reply: z.strictObject({
      version: z.string(),
      runtime: z.string(),
      platform: z.enum(['electron', 'headless']),
      operatingSystem: z.enum(['linux', 'darwin', 'win32']),
      systemLocale: z.string(),
      settings: settingsSchema,
      key: keyStateSchema,
      hotkey: hotkeyStateSchema,
      talk: talkStateSchema,
      /** the first page of the list */
      conversations: z.array(conversationSummarySchema),
      /** where its next page begins; null: there are no more */
      nextConversations: listPositionSchema.nullable(),
      currentConversationId: z.string().nullable(),
      statuses: z.array(conversationStatusSchema),
      approvals: z.array(approvalSchema),
      fixtures: z.array(fixtureSummarySchema),
      notices: z.array(noticeSchema),
    }),
  },
  /** Some stored conversations, those that follow this place in the list. */
  'conversation.page': { request: z.strictObject({ after: listPositionSchema.nullable() }), reply: conversationPageSchema },
  'conversation.create': { request: nothing, reply: conversationSummarySchema },
  /** Which model answers typed text in this conversation. */
  'conversation.replyModality': { request: conversation.extend({ replyModality: replyModalitySchema }).strict(), reply: nothing },
  /** Whether typed text in this conversation is answered with images. */
  'conversation.pictures': { request: conversation.extend({ on: z.boolean() }).strict(), reply: nothing },
  'session.stop': { request: conversation, reply: nothing },
  /** Leaves a failed state and connects again. */
  'session.retry': { request: conversation, reply: nothing },
  /** Erases speech that waits to be sent again. */
  'speech.drop': { request: conversation, reply: nothing },
  /** Text, files of the draft, or both. */
  'text.send': {
    request: z
      .strictObject({
        conversationId: z.string().min(1),
        text: z.string().max(longestText),
        attachmentIds: z.array(z.string().min(1).max(200)).max(mostAttachments).optional(),
      })
      .refine(({ text, attachmentIds = [] }) => text !== '' || attachmentIds.length > 0),
    reply: nothing,
  },
  /** The user interrupts without speaking: playback stops, and the rest of the turn is dropped. */
  'turn.interrupt': { request: conversation, reply: nothing },
  /** Sends the user's last message again, because its answer was empty or cut off. */
  'turn.again': { request: conversation, reply: nothing },
  'talk.press': { request: nothing, reply: nothing },
  'talk.release': { request: nothing, reply: nothing },
  'talk.toggle': { request: nothing, reply: nothing },
  'talk.cancel': { request: nothing, reply: nothing },
  'talk.handsFree': { request: z.strictObject({ on: z.boolean() }), reply: nothing },
  /** Voice detection of the page in hands-free mode: it listens now; a voice; the pause after it. */
  'voice.heard': { request: z.strictObject({ watchId: z.string(), what: z.enum(['ready', 'began', 'ended']) }), reply: nothing },
  /** Voice detection does not work: hands-free ends. */
  'voice.failed': { request: z.strictObject({ watchId: z.string(), detail: z.string().max(1000) }), reply: nothing },
  /** The first real frame of this talk exists: only now does the UI show that it listens. */
  'microphone.started': { request: z.strictObject({ talkId: z.string() }), reply: nothing },
  /** s16le mono 16 kHz, 20–40 ms a call; the first ones of a talk are its pre-roll. */
  'microphone.frame': { request: z.strictObject({ talkId: z.string(), pcm: bytesSchema }), reply: nothing },
  /** The tail is recorded and sent: nothing more follows for this talk. */
  'microphone.ended': { request: z.strictObject({ talkId: z.string() }), reply: nothing },
  'microphone.failed': {
    request: z.strictObject({
      talkId: z.string(),
      reason: z.enum(['missing', 'refused', 'busy', 'unknown']),
      detail: z.string().max(1000),
    }),
    reply: nothing,
  },
  /** The sound devices are gone: restarts the process that plays and records, so that it looks for them again. */
  'sound.renew': { request: nothing, reply: nothing },
  /**
   * Shows the recording of the current conversation, or all recordings, in the system's file manager; does nothing
   * without a desktop.
   */
  'recordings.show': { request: nothing, reply: nothing },
  /** Samples of this turn that the loudspeaker has played so far (minus output latency). */
  'playback.position': {
    request: z.strictObject({ conversationId: z.string(), turnId: z.string(), samples: z.number().int().min(0), done: z.boolean() }),
    reply: nothing,
  },
  'approval.decide': { request: decisionSchema, reply: z.strictObject({ approval: approvalSchema }) },
  'settings.update': { request: settingsSchema.partial().strict(), reply: settingsSchema },
  'key.save': { request: z.strictObject({ key: z.string().min(1).max(longestKey) }), reply: keyStateSchema },
  'key.remove': { request: nothing, reply: keyStateSchema },
  'notice.dismiss': { request: z.strictObject({ noticeId: z.string() }), reply: nothing },
  'link.open': { request: z.strictObject({ url: z.string().max(4000) }), reply: nothing },
  ...replayCalls,
  ...recordingCalls,
  ...historyCalls,
  ...storageCalls,
  ...serverCalls,
  ...dataCalls,
  ...threadCalls,
  ...attachmentCalls,
  ...toolCalls,
  ...toolServerCalls,
  ...gatewayCalls,
  ...upkeepCalls,
  ...hotkeyCalls,
  ...desktopCalls,
  ...sightCalls,
  ...popupWindowCalls,
  ...setUpCalls,
  ...diagnosticsCalls,
  ...inspectorCalls,
  ...inspectorWindowCalls,
  'window.control': { request: z.strictObject({ action: z.enum(['minimize', 'toggle-maximize', 'close']) }), reply: nothing },
} as const

/** Every event from main. The renderer validates the payload before any listener gets it. */
export const events = {
  'stream.chunk': z.strictObject({
    conversationId: z.string(),
    turnId: z.string(),
    messageId: z.string(),
    role: z.enum(['user', 'assistant']),
    seq: z.number().int(),
    chunk,
  }),
  /** Main changed the approval of the stored message: not a chunk, because AI SDK 6 has none for it. */
  'stream.answer': z.strictObject({
    conversationId: z.string(),
    messageId: z.string(),
    seq: z.number().int(),
    approvalId: z.string(),
    /** null: the approval was withdrawn, and the call has none any more */
    approved: z.boolean().nullable(),
    reason: z.string().nullable(),
  }),
  /** `data-pcm` as raw bytes: s16le mono at `sampleRate`. */
  'playback.pcm': z.strictObject({
    conversationId: z.string(),
    turnId: z.string(),
    sampleRate: z.number().int(),
    startSample: z.number().int(),
    pcm: bytesSchema,
  }),
  /** No more audio follows for this turn: play what is queued. */
  'playback.end': z.strictObject({ conversationId: z.string(), turnId: z.string() }),
  /** Stop now and drop what is queued, also what still arrives for this turn. */
  'playback.flush': z.strictObject({ conversationId: z.string(), turnId: z.string() }),
  'conversation.status': conversationStatusSchema,
  'replay.progress': replayProgressSchema,
  'replay.picture': replayPictureSchema,
  'conversation.list': listChangeSchema,
  'talk.state': talkStateSchema,
  /** The computer was asleep: an open microphone must be opened again. */
  'sound.woke': z.strictObject({}),
  'approval.changed': approvalSchema,
  /** An answer to an approval of this call created a rule. */
  'rule.made': z.strictObject({ toolCallId: z.string(), ruleId: z.string() }),
  /** The user asked outside the window to see this approval; null: it no longer exists. */
  'question.show': z.strictObject({ approvalId: z.string().nullable() }),
  'settings.changed': settingsSchema,
  'key.changed': keyStateSchema,
  'notice.shown': noticeSchema,
  'notice.gone': z.strictObject({ noticeId: z.string() }),
  ...toolEvents,
  ...toolServerEvents,
  ...gatewayEvents,
  ...serverEvents,
  ...inspectorEvents,
  ...inspectorWindowEvents,
  ...upkeepEvents,
  ...hotkeyEvents,
  ...desktopEvents,
  ...sightEvents,
  ...commandEvents,
  ...popupWindowEvents,
  ...dataEvents,
  ...storageEvents,
} as const

export type CallName = keyof typeof calls
export type EventName = keyof typeof events
export type CallRequest<Name extends CallName> = z.infer<(typeof calls)[Name]['request']>
export type CallReply<Name extends CallName> = z.infer<(typeof calls)[Name]['reply']>
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>
