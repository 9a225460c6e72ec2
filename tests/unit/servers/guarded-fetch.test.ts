import { describe, expect, it } from 'vitest'
import { createGuardedFetch, isSpecialAddress } from '../../../src/main/servers/sign-in/guarded-fetch'

const near = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '127.0.0.1', '127.8.9.1', '169.254.169.254', '172.16.0.1'],
  ...['172.31.255.255', '192.0.0.8', '192.0.2.1', '192.168.0.1', '192.168.255.255', '198.18.0.1', '198.51.100.7', '203.0.113.9'],
  ...[
    '224.0.0.1',
    '239.1.2.3',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
  ],
  ...['64:ff9b::7f00:1', '100::1', '2001:db8::1', '2002:7f00:1::', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fec0::1', 'ff02::1'],
]
const far = ['1.1.1.1', '8.8.8.8', '93.184.215.14', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:8.8.8.8']

describe('the sign-in of a server of the internet', () => {
  const answers = (addresses: readonly string[]) => (host: string) =>
    Promise.resolve(host === 'example.com' ? ['93.184.215.14'] : addresses)
  const check = (address: string, addresses: readonly string[] = []) =>
    createGuardedFetch(new URL('https://example.com/mcp'), answers(addresses)).check(new URL(address))

  it('does not reach addresses of this computer or its network, however they are written', async () => {
    expect(near.filter((address) => !isSpecialAddress(address))).toEqual([])
    expect(far.filter(isSpecialAddress)).toEqual([])
    for (const host of ['127.1', '2130706433', '0x7f.1', '017700000001', '[::1]', '[::ffff:a00:1]'])
      await expect(check(`https://${host}/`)).rejects.toThrow('this network')
  })

  it.each([['10.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::1']])('does not reach a name that is %s', async (...addresses) => {
    await expect(check('https://login.example.org/', addresses)).rejects.toThrow('this network')
  })

  it('reaches others, with protection alone', async () => {
    await expect(check('https://login.example.org/', ['1.1.1.1'])).resolves.toBeUndefined()
    for (const address of ['http://login.example.org/', 'http://127.0.0.1/', 'https://a:b@login.example.org/'])
      await expect(check(address, ['1.1.1.1'])).rejects.toThrow('without protection')
  })
})

it('the sign-in of a server of this computer or network may be there too', async () => {
  const local = createGuardedFetch(new URL('http://127.0.0.1:1/mcp'))
  await expect(local.check(new URL('http://127.0.0.1:2/'))).resolves.toBeUndefined()
  const office = createGuardedFetch(new URL('https://mcp.office.example/'), () => Promise.resolve(['10.1.1.1']))
  await expect(office.check(new URL('https://login.office.example/'))).resolves.toBeUndefined()
  await expect(office.check(new URL('http://127.0.0.1/'))).rejects.toThrow('without protection')
})
