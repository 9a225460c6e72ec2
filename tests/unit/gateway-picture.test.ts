import { describe, expect, it } from 'vitest'
import { checkedPicture } from '../../src/main/gateway/checked-file'
import { onePixel, pictureBomb } from '../support/pictures'

describe('an image that a program sends', () => {
  it('has the type of its bytes, whatever its declared type', () => {
    expect(checkedPicture(`data:image/png;base64,${onePixel}`)?.facts).toEqual({
      fileName: 'picture.png',
      mediaType: 'image/png',
      width: 1,
      height: 1,
    })
    const others = [
      `data:image/jpeg;base64,${onePixel}`,
      `data:image/svg+xml;base64,${onePixel}`,
      `data:image/png,${onePixel}`,
      `data:image/png;base64,${onePixel}!`,
      `data:image/png;base64,${pictureBomb}`,
      'https://example.com/a.png',
      'data:image/png;base64,',
      '',
    ]
    expect(others.map(checkedPicture)).toEqual(others.map(() => null))
  })
})
