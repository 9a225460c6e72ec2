import { describe, expect, it } from 'vitest'
import { withoutTakenBack } from '../../../src/main/models/live/outbox'
import { attachmentChunk } from '../../../src/shared/attachments/attachment-part'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { live, play } from '../../support/converter-script'
import { silence, speech } from '../../support/spoken-script'
import { lintStream } from '../../support/stream-lint'

const file = attachmentChunk({
  attachmentId: 'attachment-1',
  fileName: 'picture.png',
  mediaType: 'image/png',
  bytes: 70,
  width: 1,
  height: 1,
})
const shows = { type: 'user-file', file } as const

/** Each message as its role and its parts. */
function thread(output: readonly PlacedChunk[]): readonly string[] {
  expect(lintStream(output)).toEqual([])
  return output
    .reduce(foldChunk, emptyThread())
    .messages.map(({ role, parts }) =>
      [role, ...parts.flatMap((part) => (part.type === 'text' ? [part.text] : part.type === 'file' ? [part.mediaType] : []))].join(' | '),
    )
}

describe('images of the user', () => {
  it('come before typed text, in one message with it', () => {
    const output = play([{ type: 'user-text', text: 'What is this?', files: [file, file] }, live.said('A dot.'), live.complete()])
    expect(thread(output)).toEqual(['user | image/png | image/png | What is this?', 'assistant | A dot.'])
  })

  it('are in the message of the speech that they were shown with, before and after its first words', () => {
    const output = play([speech, shows, live.heard('What is'), shows, live.heard(' this?'), silence, live.said('A dot.'), live.complete()])
    expect(thread(output)).toEqual(['user | image/png | What is this? | image/png', 'assistant | A dot.'])
  })

  it('make no message of their own: without speech, and with withdrawn speech, there is none', () => {
    const byUser = ({ role }: PlacedChunk) => role === 'user'
    expect(play([shows, speech, silence, live.complete(), shows]).filter(byUser)).toEqual([])
    expect(play([speech, shows, { type: 'user-speech-taken-back' }, live.complete()]).filter(byUser)).toEqual([])
  })

  it('are not sent with withdrawn speech, but with typed text', () => {
    const item = { type: 'picture', url: file.url } as const
    const kept = withoutTakenBack([
      { type: 'activity-start', takenBack: true },
      item,
      { type: 'activity-end' },
      item,
      { type: 'text', text: 'This one.' },
    ])
    expect(kept.map(({ type }) => type)).toEqual(['picture', 'text'])
  })
})
