import { z } from '../lib/zod'
import type { Localized } from '../text/localized'
import { defineTool } from './define-tool'

/** The tracks that come with Parley. */
export const musicTrackSchema = z.enum(['drift', 'stroll', 'rain'])
export type MusicTrack = z.infer<typeof musicTrackSchema>

/** What a track is called. */
export const musicTitles: { readonly [Track in MusicTrack]: Localized } = {
  drift: { en: 'Drift', ja: 'たゆたい' },
  stroll: { en: 'Stroll', ja: 'そぞろ歩き' },
  rain: { en: 'Rain', ja: '雨音' },
}

const changeBgmInputSchema = z.strictObject({
  track: z
    .enum([...musicTrackSchema.options, 'off'])
    .describe('drift: slow, calm chords; stroll: an easy piano over a beat; rain: rain on a roof; off: no music.'),
})
export type ChangeBgmInput = z.infer<typeof changeBgmInputSchema>

const changeBgmOutputSchema = z.strictObject({
  /** what plays now; null: nothing */
  playing: musicTrackSchema.nullable(),
})
export type ChangeBgmOutput = z.infer<typeof changeBgmOutputSchema>

/** Plays music behind the conversation, or stops it. */
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
  hint: { en: 'Plays background music', ja: 'BGMを流す' },
  secretArguments: [],
  secretResults: [],
  question: ({ track }) =>
    track === 'off'
      ? { en: 'Stop the music?', ja: '音楽を止めますか？' }
      : { en: `Play “${musicTitles[track].en}”?`, ja: `「${musicTitles[track].ja}」を流しますか？` },
  destination: () => '',
  effect: (_, { playing }) =>
    playing === null
      ? { en: 'music stopped', ja: '音楽を停止' }
      : { en: `“${musicTitles[playing].en}” is playing`, ja: `「${musicTitles[playing].ja}」を再生` },
})
