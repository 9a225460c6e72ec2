import { expect, test } from 'vitest'
import { createFileParts, fileMark } from '../../../src/main/models/text/file-parts'
import type { WireContent } from '../../../src/main/models/text/message-contents'
import type { AttachedFile } from '../../../src/main/storage/attachments/attached-file'

const address = { apiKey: 'a-key', baseUrl: null }
const file = (bytes: number): AttachedFile => ({ fileName: 'a.pdf', mediaType: 'application/pdf', content: new Uint8Array(bytes) })
const said = (...urls: readonly string[]): WireContent => ({ role: 'user', parts: [...urls.map(fileMark), { text: 'Look.' }] })

/** File parts with space for ten bytes in a request, and a service that stores files for an hour. */
function parts(files: Readonly<Record<string, AttachedFile>>) {
  const clock = { now: 0 }
  const uploads: number[] = []
  const made = createFileParts({
    fileOf: (url) => files[url] ?? null,
    now: () => clock.now,
    inlineBytes: 10,
    connector: {
      upload(_, { content, mediaType }) {
        uploads.push(content.byteLength)
        return Promise.resolve({ uri: `uploaded-${uploads.length}`, mimeType: mediaType, expiresAt: clock.now + 3_600_000 })
      },
    },
  })
  const kinds = async (contents: readonly WireContent[], to = address) =>
    (await made.fill(contents, to, new AbortController().signal)).flatMap(({ parts: filled }) =>
      filled.flatMap((part) => Object.keys(part).map((key) => (key === 'fileData' ? JSON.stringify(part.fileData) : key))),
    )
  return { clock, uploads, kinds }
}

test('the newest files go inside the request as far as there is space; older ones are uploaded, in their places', async () => {
  const { uploads, kinds } = parts({ old: file(6), middle: file(5), new: file(5) })
  expect(await kinds([said('old'), said('middle', 'new')])).toEqual([
    '{"fileUri":"uploaded-1","mimeType":"application/pdf"}',
    'text',
    'inlineData',
    'inlineData',
    'text',
  ])
  expect(uploads).toEqual([6])
})

test('an uploaded file is uploaded again only when the service is about to delete it, or for another key', async () => {
  const { clock, uploads, kinds } = parts({ large: file(11) })
  await kinds([said('large')])
  clock.now = 30 * 60_000
  await kinds([said('large')])
  expect(uploads).toHaveLength(1)
  await kinds([said('large')], { ...address, apiKey: 'another' })
  expect(uploads).toHaveLength(2)
  clock.now = 55 * 60_000
  await kinds([said('large')])
  expect(uploads).toHaveLength(3)
})

test('a missing file is left out, and the text next to it stays', async () => {
  const { kinds } = parts({})
  expect(await kinds([said('gone')])).toEqual(['text'])
})
