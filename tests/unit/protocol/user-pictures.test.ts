import { describe, expect, it } from 'vitest'
import { withoutTakenBack } from '../../../src/main/live/outbox'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { pictureOfUrl, pictureUrl, type UserPicture } from '../../../src/shared/protocol/user-picture'
import { live, play } from '../../support/converter-script'
import { onePixel } from '../../support/pictures'
import { silence, speech } from '../../support/spoken-script'
import { lintStream } from '../../support/stream-lint'

const picture: UserPicture = { mediaType: 'image/png', data: onePixel }
const shows = { type: 'user-picture', picture } as const

/** Each message as its role and its parts. */
function thread(output: readonly PlacedChunk[]): readonly string[] {
  expect(lintStream(output)).toEqual([])
  return output
    .reduce(foldChunk, emptyThread())
    .messages.map(({ role, parts }) =>
      [role, ...parts.flatMap((part) => (part.type === 'text' ? [part.text] : part.type === 'file' ? [part.mediaType] : []))].join(' | '),
    )
}

describe('pictures of the user', () => {
  it('stand before typed words, in one message with them', () => {
    const output = play([{ type: 'user-text', text: 'What is this?', pictures: [picture, picture] }, live.said('A dot.'), live.complete()])
    expect(thread(output)).toEqual(['user | image/png | image/png | What is this?', 'assistant | A dot.'])
  })

  it('stand in the message of the speech that they were shown with, before and behind its first words', () => {
    const output = play([speech, shows, live.heard('What is'), shows, live.heard(' this?'), silence, live.said('A dot.'), live.complete()])
    expect(thread(output)).toEqual(['user | image/png | What is this? | image/png', 'assistant | A dot.'])
  })

  it('make no message of their own: without speech, and with speech that is taken back, there is none', () => {
    const byUser = ({ role }: PlacedChunk) => role === 'user'
    expect(play([shows, speech, silence, live.complete(), shows]).filter(byUser)).toEqual([])
    expect(play([speech, shows, { type: 'user-speech-taken-back' }, live.complete()]).filter(byUser)).toEqual([])
  })

  it('are not sent with speech that the user took back, and with typed words they are', () => {
    const item = { type: 'picture', picture } as const
    const kept = withoutTakenBack([
      { type: 'activity-start', takenBack: true },
      item,
      { type: 'activity-end' },
      item,
      { type: 'text', text: 'This one.' },
    ])
    expect(kept.map(({ type }) => type)).toEqual(['picture', 'text'])
  })

  it('are what their bytes say, not what they are called', () => {
    expect(pictureOfUrl(pictureUrl(picture))).toEqual(picture)
    const others = [
      `data:image/jpeg;base64,${onePixel}`,
      `data:image/svg+xml;base64,${onePixel}`,
      `data:image/png,${onePixel}`,
      `data:image/png;base64,${onePixel}!`,
      'https://example.com/a.png',
      'data:image/png;base64,',
      '',
    ]
    expect(others.map(pictureOfUrl)).toEqual(others.map(() => null))
  })
})
