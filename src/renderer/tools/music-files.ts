import type { MusicTrack } from '../../shared/tools/change-bgm'
import drift from '../assets/music/drift.ogg?url'
import rain from '../assets/music/rain.ogg?url'
import stroll from '../assets/music/stroll.ogg?url'

/** The addresses of the tracks: files of the page. */
export const musicFiles: { readonly [Track in MusicTrack]: string } = { drift, stroll, rain }
