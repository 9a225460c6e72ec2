import { z } from '../lib/zod'

/** What Gemini can be shown. */
export const sightKinds = ['screen', 'window', 'camera'] as const
export const sightKindSchema = z.enum(sightKinds)
export type SightKind = z.infer<typeof sightKindSchema>

/** What is seen, as it is said outside of the window. `isDemo`: by a recording, and nothing is sent. */
export const seenSchema = z.strictObject({ kind: sightKindSchema, isDemo: z.boolean() })
export type Seen = z.infer<typeof seenSchema>

/** Something that can be shown. `sourceId` is the system's; `name` is empty where the system has none. */
export const sightSourceSchema = z.strictObject({
  sourceId: z.string().min(1).max(500),
  kind: sightKindSchema,
  name: z.string().max(300),
})
export type SightSource = z.infer<typeof sightSourceSchema>

/** Who began it. */
export const sightStarters = ['user', 'model'] as const
export const sightStarterSchema = z.enum(sightStarters)
export type SightStarter = z.infer<typeof sightStarterSchema>

/** Why Gemini sees nothing any more. */
export const sightEnds = [
  // the user stopped it, by a button, a key or words
  'stopped',
  // the model's session ended
  'session-ended',
  // the user is away: the screen was locked, or the computer went to sleep
  'away',
  // the window or display is gone, or the camera was unplugged
  'source-gone',
  // no words for five minutes
  'no-words',
  // the page was loaded anew
  'page-reloaded',
  // another conversation was opened
  'other-conversation',
  // the system gives pictures of one colour
  'nothing-visible',
  // the system refused, or the user chose nothing in its dialog
  'refused',
  // that it begins could not be recorded in the audit trail
  'not-recorded',
] as const
export const sightEndSchema = z.enum(sightEnds)
export type SightEnd = z.infer<typeof sightEndSchema>
