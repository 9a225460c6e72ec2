import { z } from '../lib/zod'
import { defineTool } from './define-tool'

/** The tracks that come with Parley. */
export const musicTrackSchema = z.enum(['drift', 'stroll', 'rain'])
export type MusicTrack = z.infer<typeof musicTrackSchema>

const changeBgmInputSchema = z.strictObject({
  track: z
    .enum([...musicTrackSchema.options, 'off'])
    .describe('drift: slow, calm chords; stroll: an easy piano over a beat; rain: rain on a roof; off: no music.'),
})
export type ChangeBgmInput = z.infer<typeof changeBgmInputSchema>

const changeBgmOutputSchema = z.strictObject({
  /** the current track; null: none */
  playing: musicTrackSchema.nullable(),
})
export type ChangeBgmOutput = z.infer<typeof changeBgmOutputSchema>

/** Plays background music, or stops it. */
export const changeBgm = defineTool<ChangeBgmInput, ChangeBgmOutput>({
  name: 'change_bgm',
  description: 'Plays one of three pieces of background music, in place of the one before, or stops it. It plays until it is stopped.',
  input: changeBgmInputSchema,
  output: changeBgmOutputSchema,
  risk: 'low',
  approval: 'allow',
  idempotent: true,
  timeoutMs: 15_000,
  runs: 'renderer',
  icon: 'music',
  hint: (i18n) => i18n.t('call.change_bgm.hint'),
  secretArguments: [],
  secretResults: [],
  question: ({ track }, i18n) =>
    track === 'off' ? i18n.t('call.change_bgm.stop') : i18n.t('call.change_bgm.play', { title: i18n.t(`music.${track}`) }),
  destination: () => '',
  effect: (_, { playing }, i18n) =>
    playing === null ? i18n.t('call.change_bgm.stopped') : i18n.t('call.change_bgm.playing', { title: i18n.t(`music.${playing}`) }),
})
