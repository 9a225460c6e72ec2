import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePunycode } from '../../../src/shared/text/punycode'
import { lookalikeScript, parseWebAddress } from '../../../src/shared/text/web-address'

describe('a web address', () => {
  test.each([
    ['https://example.com/a?b#c', 'example.com'],
    ['https://EXAMPLE.com', 'example.com'],
    ['https://example.com:8443/', 'example.com:8443'],
    ['https://example.com:443/', 'example.com'],
    ['https:\\\\example.com\\path', 'example.com'],
    ['https://google.com.evil.example/google.com', 'google.com.evil.example'],
    ['https://127.1/', '127.0.0.1'],
    ['https://0x7f000001/', '127.0.0.1'],
    ['https://[::1]/', '[::1]'],
    ['https://ｅｘａｍｐｌｅ.com/', 'example.com'],
  ])('%s leads to %s', (text, host) => {
    expect(parseWebAddress(text)?.host).toBe(host)
  })

  test.each([
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    'https:///',
    'https://google.com@evil.example/',
    'https://user:secret@example.com/',
    'https://exa mple.com/',
    'example.com',
    '',
  ])('%s may not be opened', (text) => {
    expect(parseWebAddress(text)).toBeNull()
  })

  test('a host with other letters is returned as it is looked up and as it is written', () => {
    const address = parseWebAddress('https://аррӏе.com/login')
    expect(address).toEqual({ href: 'https://xn--80ak6aa92e.com/login', host: 'xn--80ak6aa92e.com', written: 'аррӏе.com' })
    expect(lookalikeScript(address?.written ?? '')).toBe('Cyrillic')
    expect(parseWebAddress('https://xn--80ak6aa92e.com/login')).toEqual(address)
  })

  test('Japanese and accented hosts are no lookalikes', () => {
    for (const url of ['https://日本語.jp/', 'https://bücher.example/']) {
      const { written } = parseWebAddress(url) ?? {}
      expect(written).toBe(new URL(url).hostname === written ? null : domainToUnicode(new URL(url).hostname))
      expect(lookalikeScript(written ?? '')).toBeNull()
    }
  })

  test('a plain host is written as it is looked up', () => {
    expect(parseWebAddress('https://example.com/')?.written).toBeNull()
  })
})

describe('punycode', () => {
  test('decodes every host name as Node does', () => {
    const letters = fc.constantFrom(...'abcxyz019-äöüßñéğабвгдежзикΑΒΓδε日本語한국어ไทย')
    const labels = fc.array(letters, { minLength: 1, maxLength: 12 }).map((all) => all.join(''))
    fc.assert(
      fc.property(labels, (label) => {
        const ascii = domainToASCII(label)
        fc.pre(ascii.startsWith('xn--'))
        expect(decodePunycode(ascii.slice(4))).toBe(domainToUnicode(ascii))
      }),
      { numRuns: 2000 },
    )
  })

  test.each(['é', '!', 'a-!', '99999999', 'aaaaaaaaaa99999999999'])('%s is none', (text) => {
    expect(decodePunycode(text)).toBeNull()
  })

  test('never throws, whatever its input', () => {
    fc.assert(fc.property(fc.string(), (text) => void decodePunycode(text)))
  })
})
