import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readServiceAddress } from '../../../src/shared/text/service-address'

const fault = (text: string) => {
  const read = readServiceAddress(text)
  return read.ok ? null : read.error.code
}

describe('the address of a service', () => {
  it.each([
    ['https://proxy.example.com/gemini/', { url: 'https://proxy.example.com/gemini', host: 'proxy.example.com', isGoogle: false }],
    [' http://127.0.0.1:8080 ', { url: 'http://127.0.0.1:8080', host: '127.0.0.1:8080', isGoogle: false }],
    ['http://[::1]:9', { url: 'http://[::1]:9', host: '[::1]:9', isGoogle: false }],
    [
      'https://generativelanguage.googleapis.com',
      { url: 'https://generativelanguage.googleapis.com', host: 'generativelanguage.googleapis.com', isGoogle: true },
    ],
    [
      'https://googleapis.com.evil.example',
      { url: 'https://googleapis.com.evil.example', host: 'googleapis.com.evil.example', isGoogle: false },
    ],
    ['https://evilgoogleapis.com', { url: 'https://evilgoogleapis.com', host: 'evilgoogleapis.com', isGoogle: false }],
  ])('%s is read', (text, address) => {
    expect(readServiceAddress(text)).toEqual({ ok: true, value: address })
  })

  it.each([
    ['', 'address-malformed'],
    ['proxy.example.com', 'address-malformed'],
    ['ftp://proxy.example.com', 'address-malformed'],
    ['javascript:alert(1)', 'address-malformed'],
    ['http://proxy.example.com', 'address-insecure'],
    ['http://127.0.0.1.evil.example', 'address-insecure'],
    ['http://localhost.evil.example', 'address-insecure'],
    ['https://ann:secret@proxy.example.com', 'address-with-secret'],
    ['https://proxy.example.com/?key=AIza', 'address-with-secret'],
    ['https://proxy.example.com/#key', 'address-with-secret'],
  ])('%s is refused as %s', (text, code) => {
    expect(fault(text)).toBe(code)
  })

  it('never lets speech out unprotected, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()), (text) => {
        const read = readServiceAddress(text)
        if (read.ok) expect(read.value.url).toMatch(/^(https:\/\/|http:\/\/(localhost|127\.|\[::1\]))/)
      }),
    )
  })

  it('stays the same when it is read again', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'] }), (text) => {
        const read = readServiceAddress(text)
        if (read.ok) expect(readServiceAddress(read.value.url)).toEqual(read)
      }),
    )
  })
})
