/** The smallest PNG there is: one pixel. Base64. */
export const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The same pixel under a header that claims 50,000 by 50,000 of them. Base64. */
export const pictureBomb = (() => {
  const bytes = Buffer.from(onePixel, 'base64')
  bytes.writeUInt32BE(50_000, 16)
  bytes.writeUInt32BE(50_000, 20)
  return bytes.toString('base64')
})()
