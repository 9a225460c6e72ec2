import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contentSecurityPolicy,
  isAppAddress,
  mayCall,
  mayHavePermission,
  mayNavigate,
  mayOpenExternally,
  mayReload,
  mayStart,
  pageHeaders,
  secretBackend,
  voiceWorkerPolicy,
  webPreferences,
  windowFrame,
} from '../../../src/main/platform/security-policy'

describe('the content security policy', () => {
  it('is this, word for word', () => {
    expect(contentSecurityPolicy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; " +
        "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types parley-voice-worker parley-track-worker parley-sight-worker",
    )
  })

  it('lets the voice worker compile WebAssembly, read files of the app, and nothing more', () => {
    expect(voiceWorkerPolicy).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
  })

  it('allows nothing unsafe, no other host, no whole scheme except for data images', () => {
    expect(contentSecurityPolicy).not.toMatch(/unsafe-|\*|https?:|blob:|filesystem:/)
    expect(contentSecurityPolicy.match(/data:/g)).toHaveLength(1)
    expect(pageHeaders['content-security-policy']).toBe(contentSecurityPolicy)
  })
})

describe('the web preferences', () => {
  it('are exactly these', () => {
    expect(webPreferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      backgroundThrottling: false,
      autoplayPolicy: 'no-user-gesture-required',
    })
  })
})

describe("the app's own addresses", () => {
  it.each(['app://parley/', 'app://parley', 'app://parley/index.html', 'app://parley/assets/a.js', 'app://parley/?x#y'])(
    'include %s',
    (address) => {
      expect(isAppAddress(address)).toBe(true)
    },
  )

  it.each([
    '',
    'about:blank',
    'app://evil/',
    'app://parley.evil/',
    'app://evil@parley/',
    'app://parley:80/',
    'app:parley',
    'apps://parley/',
    'https://parley/',
    'http://app//parley/',
    'file:///app://parley/',
    'data:text/html,app://parley/',
    'javascript:app://parley/',
    'null',
  ])('do not include %j', (address) => {
    expect(isAppAddress(address)).toBe(false)
    expect(mayNavigate(address, 'app://parley/')).toBe(false)
  })

  it('can be loaded again, but only as the page itself', () => {
    expect(mayNavigate('app://parley/')).toBe(true)
    expect(mayNavigate('app://parley/index.html#part')).toBe(true)
    expect(mayNavigate('app://parley/assets/a.js')).toBe(false)
    expect(mayNavigate('app://parley/', 'about:blank')).toBe(false)
    const [main, side] = ['app://parley/', 'app://parley/inspector.html']
    expect(mayNavigate(side, side)).toBe(true)
    expect([mayNavigate(side, main), mayNavigate(main, side), mayNavigate('app://parley/none.html', side)]).toEqual([false, false, false])
  })
})

describe('a call', () => {
  const ours = { isOurWindow: true, isMainFrame: true, frameAddress: 'app://parley/' } as const

  it('of our own page in our own window is answered', () => {
    expect(mayCall(ours)).toBe(true)
  })

  it('of a window besides the main one is answered while that one shows its own page, and of no window that shows another', () => {
    const side = { ...ours, frameAddress: 'app://parley/inspector.html' }
    expect(mayCall(side, 'inspector')).toBe(true)
    expect(mayCall(ours, 'inspector')).toBe(false)
    expect(mayCall(side)).toBe(false)
    expect(mayCall({ ...side, isMainFrame: false }, 'inspector')).toBe(false)
    expect(mayCall({ ...side, frameAddress: 'https://parley/inspector.html' }, 'inspector')).toBe(false)
  })

  it.each([
    ['another window', { ...ours, isOurWindow: false }],
    ['a frame inside the page', { ...ours, isMainFrame: false }],
    ['a frame that is gone', { ...ours, frameAddress: null }],
    ['an empty page', { ...ours, frameAddress: 'about:blank' }],
    ['a look-alike', { ...ours, frameAddress: 'app://parley.evil/' }],
    ['a file', { ...ours, frameAddress: 'file:///index.html' }],
    ['the page of another window of ours', { ...ours, frameAddress: 'app://parley/overlay.html' }],
  ] as const)('of %s is refused', (_name, sender) => {
    expect(mayCall(sender)).toBe(false)
  })
})

describe('a permission', () => {
  const microphone = {
    permission: 'media',
    address: 'app://parley/',
    isMainFrame: true,
    asker: '/',
    mediaTypes: ['audio'],
    permitted: new Set(['microphone' as const]),
  } as const

  it('is given for the microphone while the settings allow it', () => {
    expect(mayHavePermission(microphone)).toBe(true)
    expect(mayHavePermission({ ...microphone, permitted: new Set() })).toBe(false)
    expect(mayHavePermission({ ...microphone, permitted: new Set(['geolocation' as const]) })).toBe(false)
  })

  it.each([
    ['a window beside the app’s own', { ...microphone, address: 'app://parley/inspector.html' }],
    ['the camera', { ...microphone, mediaTypes: ['video'] }],
    ['the camera beside the microphone', { ...microphone, mediaTypes: ['audio', 'video'] }],
    ['media of a kind that is not named', { ...microphone, mediaTypes: [] }],
    ['media of an unknown kind', { ...microphone, mediaTypes: ['unknown'] }],
    ['the microphone for another origin', { ...microphone, address: 'https://example.org/' }],
    ['the microphone for a frame', { ...microphone, isMainFrame: false }],
    ['the microphone for the overlay', { ...microphone, asker: '/overlay.html' }],
    ['the microphone for a page beside the main one', { ...microphone, address: 'app://parley/quick.html' }],
    ['the microphone for an unknown window', { ...microphone, asker: null }],
    ['the microphone for nobody', { ...microphone, address: '' }],
    ['a permission named like an object part', { ...microphone, permission: 'constructor' }],
    ['a permission named __proto__', { ...microphone, permission: '__proto__' }],
  ])('is refused for %s', (_name, question) => {
    expect(mayHavePermission(question)).toBe(false)
  })

  it.each([
    'geolocation',
    'notifications',
    'clipboard-read',
    'display-capture',
    'midi',
    'midiSysex',
    'pointerLock',
    'fullscreen',
    'openExternal',
    'hid',
    'serial',
    'usb',
    'bluetooth',
    'fileSystem',
    'idle-detection',
    'storage-access',
    'unknown',
  ])('is refused for %s', (permission) => {
    expect(mayHavePermission({ ...microphone, permission })).toBe(false)
  })

  it('is given for the screen or the camera while the user shows it, and never for both the camera and the microphone', () => {
    const screen = { ...microphone, mediaTypes: [], permitted: new Set(['display-capture' as const]) }
    const camera = { ...microphone, mediaTypes: ['video'], permitted: new Set(['camera' as const]) }
    expect(mayHavePermission(screen)).toBe(true)
    expect(mayHavePermission({ ...screen, permission: 'display-capture' })).toBe(true)
    expect(mayHavePermission({ ...screen, mediaTypes: ['video'] })).toBe(false)
    expect(mayHavePermission({ ...screen, asker: '/overlay.html' })).toBe(false)
    expect(mayHavePermission({ ...screen, isMainFrame: false })).toBe(false)
    expect(mayHavePermission(camera)).toBe(true)
    expect(mayHavePermission({ ...camera, mediaTypes: [] })).toBe(false)
    expect(mayHavePermission({ ...camera, mediaTypes: ['audio', 'video'], permitted: new Set(['camera', 'microphone'] as const) })).toBe(
      false,
    )
    expect(mayHavePermission({ ...camera, address: 'https://example.org/' })).toBe(false)
  })

  it('is granted for copying, which is not reading, in every window of the app and to no other', () => {
    const copying = { ...microphone, permission: 'clipboard-sanitized-write', mediaTypes: [] }
    expect(mayHavePermission(copying)).toBe(true)
    expect(mayHavePermission({ ...copying, asker: '/inspector.html' })).toBe(true)
    expect(mayHavePermission({ ...copying, asker: '/inspector.html', address: 'app://parley/inspector.html' })).toBe(true)
    expect(mayHavePermission({ ...copying, asker: null })).toBe(false)
    expect(mayHavePermission({ ...copying, address: 'https://example.org/' })).toBe(false)
    expect(mayHavePermission({ ...copying, isMainFrame: false })).toBe(false)
  })

  it('is granted for the user’s position while a tool needs it, only to the app’s own page', () => {
    const place = { ...microphone, permission: 'geolocation', mediaTypes: [] }
    expect(mayHavePermission(place)).toBe(false)
    const permitted = new Set(['geolocation' as const])
    expect(mayHavePermission({ ...place, permitted })).toBe(true)
    expect(mayHavePermission({ ...place, permitted, address: 'https://example.org/' })).toBe(false)
    expect(mayHavePermission({ ...place, permitted, isMainFrame: false })).toBe(false)
    expect(mayHavePermission({ ...place, permitted, permission: 'notifications' })).toBe(false)
  })

  it('is refused for every other name', () => {
    fc.assert(
      fc.property(
        fc.string().filter((name) => name !== 'media' && name !== 'clipboard-sanitized-write'),
        (permission) => !mayHavePermission({ ...microphone, permission }),
      ),
    )
  })
})

describe('an address for the browser', () => {
  it.each(['https://example.org', 'https://example.org/a?b#c', 'HTTPS://EXAMPLE.ORG/', 'https://127.0.0.1:8443/'])(
    'may be %s',
    (address) => {
      expect(mayOpenExternally(address)).toBe(true)
    },
  )

  it.each([
    '',
    'example.org',
    '//example.org/',
    'http://example.org/',
    'https://',
    'https://user@example.org/',
    'https://user:password@example.org/',
    'https://:password@example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://example.org/share',
    'ms-msdt:/id',
    'mailto:someone@example.org',
    'app://parley/',
    'vbscript:x',
    'ssh://example.org',
    '\\\\example.org\\share',
  ])('may not be %j', (address) => {
    expect(mayOpenExternally(address)).toBe(false)
  })

  it('is always https, whatever is asked', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string()), (address) => !mayOpenExternally(address) || new URL(address).protocol === 'https:'),
    )
  })
})

describe('the storage of secrets', () => {
  it.each([
    [true, 'gnome_libsecret', 'keyring'],
    [true, 'kwallet6', 'keyring'],
    [true, null, 'keyring'],
    [true, 'basic_text', 'memory'],
    [true, 'unknown', 'memory'],
    [false, 'gnome_libsecret', 'memory'],
    [false, null, 'memory'],
  ] as const)('with available %s and backend %s is in the %s', (available, backend, where) => {
    expect(secretBackend(available, backend)).toBe(where)
  })
})

describe('a packaged app', () => {
  const driven = { isPackaged: true, switches: ['remote-debugging-port'], environment: {} }

  it('starts without remote control', () => {
    expect(mayStart({ ...driven, switches: [] })).toBe(true)
    expect(mayStart({ ...driven, switches: ['remote-debugger', 'inspect'] })).toBe(true)
  })

  it('starts with remote control only if its environment allows it, by a port or by a pipe', () => {
    expect(mayStart(driven)).toBe(false)
    expect(mayStart({ ...driven, switches: ['remote-debugging-pipe'] })).toBe(false)
    expect(mayStart({ ...driven, environment: { PARLEY_ALLOW_DEBUGGING: 'yes' } })).toBe(false)
    expect(mayStart({ ...driven, environment: { PARLEY_ALLOW_DEBUGGING: '1' } })).toBe(true)
  })

  it('is the only one that checks: a developer may control an unpackaged one', () => {
    expect(mayStart({ ...driven, isPackaged: false })).toBe(true)
  })
})

describe('a page that crashes', () => {
  it('is loaded again three times a minute and no more', () => {
    expect(mayReload([], 1000)).toBe(true)
    expect(mayReload([1000, 2000], 3000)).toBe(true)
    expect(mayReload([1000, 2000, 3000], 4000)).toBe(false)
    expect(mayReload([1000, 2000, 3000], 61_000)).toBe(true)
  })
})

describe('the window', () => {
  it('has the buttons of the page on Linux and Windows, and those of the system on macOS', () => {
    expect(windowFrame('linux', false)).toMatchObject({ frame: false, width: 1000, height: 700, minWidth: 380, minHeight: 520 })
    expect(windowFrame('win32', false)).toMatchObject({ frame: false })
    expect(windowFrame('darwin', false)).toMatchObject({ titleBarStyle: 'hidden' })
    expect(windowFrame('darwin', false)).not.toHaveProperty('frame')
  })

  it('has the background of the theme before the page is rendered', () => {
    expect(windowFrame('linux', true).backgroundColor).not.toBe(windowFrame('linux', false).backgroundColor)
  })
})
