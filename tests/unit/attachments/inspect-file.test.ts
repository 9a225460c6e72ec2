import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shownName } from '../../../src/main/storage/attachments/shown-name'
import { takeInFile } from '../../../src/main/storage/attachments/take-in-file'
import { longestFileName, mostPixels } from '../../../src/shared/attachments/attachment'
import { inspectFile } from '../../../src/shared/attachments/inspect-file'
import { pdfFile, pngFile, redGif, redJpeg, redLosslessWebp, redWebp, wavFile } from '../../support/sample-files'

const latin = (text: string, length = 64): Uint8Array => {
  const file = Buffer.alloc(length)
  file.write(text, 0, 'latin1')
  return file
}

/** Two frames of layer III, MPEG 1, 128 kbit/s, 44.1 kHz: 417 bytes each. */
const mp3 = Buffer.alloc(834)
for (const at of [0, 417]) mp3.set([0xff, 0xfb, 0x90, 0x00], at)
/** Two frames of AAC of 16 bytes. */
const aac = Buffer.alloc(32)
for (const at of [0, 16]) aac.set([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc], at)

const whole: readonly (readonly [string, string, Uint8Array])[] = [
  ['PNG', 'image/png', pngFile(3, 2)],
  ['JPEG', 'image/jpeg', redJpeg],
  ['GIF', 'image/gif', redGif],
  ['lossy WebP', 'image/webp', redWebp],
  ['lossless WebP', 'image/webp', redLosslessWebp],
]

function codeOf(bytes: Uint8Array, name = 'file'): string | null {
  const found = takeInFile(name, bytes)
  return found.ok ? null : found.error.code
}

describe('a file’s type is detected by its content', () => {
  test.each(whole)('%s, with its size in pixels', (_, mediaType, bytes) => {
    expect(inspectFile(bytes, 'holiday.txt')).toEqual({ ok: true, value: { mediaType, width: 3, height: 2 } })
  })

  test.each([
    ['PDF', 'application/pdf', pdfFile()],
    ['WAV', 'audio/wav', wavFile()],
    ['AIFF', 'audio/aiff', latin('FORM\u0000\u0000\u0000\u0038AIFF')],
    ['Ogg', 'audio/ogg', latin('OggS')],
    ['FLAC', 'audio/flac', latin('fLaC')],
    ['MP3 with a tag', 'audio/mp3', latin('ID3\u0004\u0000')],
    ['MP3', 'audio/mp3', mp3],
    ['AAC', 'audio/aac', aac],
  ])('%s', (_, mediaType, bytes) => {
    expect(inspectFile(bytes, 'photo.png')).toEqual({ ok: true, value: { mediaType, width: null, height: null } })
  })

  test.each([
    ['UTF-8', Buffer.from('明日は新幹線\n')],
    ['UTF-8 with a mark', Buffer.from('\ufeff明日は新幹線\n')],
    ['UTF-16', Buffer.from('\ufeff明日は新幹線\n', 'utf16le')],
    ['Shift_JIS', Buffer.from('96be93fa82cd9056 8ab290fc0a'.replace(' ', ''), 'hex')],
  ])('text in %s, which is stored as UTF-8', (_, bytes) => {
    const taken = takeInFile('notes', bytes)
    expect(taken.ok && Buffer.from(taken.value.content).toString('utf8')).toBe('明日は新幹線\n')
    expect(taken.ok && taken.value.facts.mediaType).toBe('text/plain')
  })

  test('markup is text, whatever it could do elsewhere', () => {
    for (const text of ['<svg onload="alert(1)"/>', '<!doctype html><script>1</script>', '#!/bin/sh\nrm -rf ~\n']) {
      const found = inspectFile(Buffer.from(text), 'picture.png')
      expect(found).toEqual({ ok: true, value: 'text' })
    }
  })
})

describe('an unsupported file is refused with one message that names it', () => {
  test.each([
    ['nothing', 'attachment-empty', Buffer.alloc(0)],
    ['a program', 'attachment-kind', latin('\u007fELF\u0002\u0001')],
    ['a film', 'attachment-kind', latin('\u0000\u0000\u0000\u0018ftypmp42')],
    ['a PDF with a password', 'attachment-locked', pdfFile('/Encrypt 4 0 R')],
    ['half a PDF', 'attachment-broken', pdfFile().subarray(0, 120)],
    ['a picture of no width', 'attachment-broken', pngFile(1, 1, { width: 0, height: 1 })],
    [
      'a picture that says it has 10 thousand million pixels',
      'attachment-too-many-pixels',
      pngFile(1, 1, { width: 100_000, height: 100_000 }),
    ],
  ])('%s', (_, code, bytes) => {
    expect(codeOf(bytes)).toBe(code)
    const found = inspectFile(bytes, 'Rechnung.pdf')
    expect(found.ok ? '' : found.error.message).toContain('Rechnung.pdf')
  })

  test.each(whole)('%s that is truncated anywhere', (_, __, bytes) => {
    for (let length = 16; length < bytes.length - 2; length += 1)
      expect([length, codeOf(bytes.subarray(0, length))]).toEqual([length, 'attachment-broken'])
  })

  test('a GIF whose frame is larger than its screen counts by the frame', () => {
    const bomb = Buffer.from(redGif)
    const frame = bomb.indexOf(0x2c, 13)
    bomb.writeUInt16LE(60_000, frame + 5)
    bomb.writeUInt16LE(60_000, frame + 7)
    expect(codeOf(bomb)).toBe('attachment-too-many-pixels')
    expect(60_000 * 60_000).toBeGreaterThan(mostPixels)
  })

  test('no bytes after a known beginning make it throw or run for ever', () => {
    const beginnings = [...whole.map(([, , bytes]) => bytes), pdfFile(), wavFile(), mp3, aac].map((bytes) => bytes.subarray(0, 30))
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 400 }), fc.nat(30), (begin, rest, keep) => {
        const found = takeInFile('x', Buffer.concat([begin.subarray(0, keep), rest]))
        if (found.ok && found.value.facts.width !== null)
          expect(found.value.facts.width * (found.value.facts.height ?? 0)).toBeLessThanOrEqual(mostPixels)
      }),
    )
  })
})

test('the shown name of a file hides nothing, leaves its folder out, and is never empty or too long', () => {
  expect(shownName('/home/x/invoice.pdf')).toBe('invoice.pdf')
  expect(shownName('C:\\Users\\x\\invoice.pdf')).toBe('invoice.pdf')
  expect(shownName('photo\u202egnp.exe')).toBe('photo gnp.exe')
  expect(shownName('..')).toBe('file')
  expect(shownName(`${'あ'.repeat(300)}.pdf`)).toMatch(/^あ+…あ+\.pdf$/)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const shown = shownName(name)
      expect(shown.length).toBeGreaterThan(0)
      expect(shown.length).toBeLessThanOrEqual(longestFileName)
      expect(shown).not.toMatch(/[/\\\p{Cc}\p{Bidi_Control}]/u)
    }),
  )
})
