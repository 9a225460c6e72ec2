import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jpegSize } from '../../../src/shared/sight/jpeg'
import { paperJpeg } from '../../support/paper-jpeg'

it('the size of a JPEG is read from its header', () => {
  expect(jpegSize(paperJpeg(768, 432))).toEqual({ width: 768, height: 432 })
  expect(jpegSize(paperJpeg(1, 5000))).toEqual({ width: 1, height: 5000 })
})

it('what is no JPEG has no size, and nothing is thrown', () => {
  expect(jpegSize(Uint8Array.from(Buffer.from('\u0089PNG\r\n', 'latin1')))).toBeNull()
  expect(jpegSize(paperJpeg(0, 0))).toBeNull()
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => jpegSize(Uint8Array.of(0xff, 0xd8, ...bytes)) !== undefined))
})
