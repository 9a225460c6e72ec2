import { copied, modelCall } from './gateway-rig'
import { answer, chunk, finish, says, textRecording, words } from './text-recording'

/** The model copies a text, which is asked about, and plays music, which the page does, in one step. */
export const copyWithMusic = textRecording([
  words,
  chunk(modelCall('copy', 'write_clipboard', copied), modelCall('music', 'change_bgm', { track: 'rain' })),
  finish(),
  answer('copy'),
  answer('music'),
  says('Copied, and it rains.'),
  finish(),
])
