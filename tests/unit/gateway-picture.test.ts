import { describe, expect, it } from 'vitest'
import { checkedPicture } from '../../src/main/gateway/checked-file'
import { onePixel, pictureBomb } from '../support/pictures'

describe('a picture that a program sends', () => {
  it('is what its bytes say, not what it is called', () => {
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
