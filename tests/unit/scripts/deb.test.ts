import { describe, expect, it } from 'vitest'
import { controlFile, readDebArguments } from '../../../scripts/package/deb.mjs'

const words =
  '-s dir --force -t deb -d libnss3 -d libgtk-3-0 --deb-recommends xdg-utils --deb-compression xz --architecture amd64 --version 1.2.3 --package /tmp/a.deb --name parley --deb-priority optional'.split(
    ' ',
  )
const described = [
  ...words,
  '--maintainer',
  'The makers',
  '--url',
  'https://parley.invalid/',
  '--description',
  'An assistant\n An assistant',
]

describe('the description of a Debian package', () => {
  it('becomes its control file', () => {
    const wish = readDebArguments([...described, '/tmp/app/=/opt/Parley'])
    expect(wish.contents).toEqual([{ from: '/tmp/app/', to: '/opt/Parley' }])
    expect(controlFile(wish, 42)).toBe(
      [
        'Package: parley',
        'Version: 1.2.3',
        'Architecture: amd64',
        'Maintainer: The makers',
        'Installed-Size: 42',
        'Depends: libnss3, libgtk-3-0',
        'Recommends: xdg-utils',
        'Section: utils',
        'Priority: optional',
        'Description: An assistant',
        '',
      ].join('\n'),
    )
  })

  it('is refused as a whole if a part of it is unknown', () => {
    expect(() => readDebArguments([...described, '--deb-systemd', 'x'])).toThrow('--deb-systemd')
    expect(() => readDebArguments(['-s', 'dir', '-t', 'rpm'])).toThrow("can't make rpm")
  })
})
