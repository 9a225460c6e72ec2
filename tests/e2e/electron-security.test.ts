import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy, webPreferences } from '../../src/main/platform/security-policy'
import { type BuiltElectronHost, buildElectronHost } from '../support/electron-host/build'
import { launchElectronHost, type RunningElectronHost } from '../support/electron-host/launch'
import { permissionNames } from '../support/electron-host/permission-names'
import { whoStops, whoStopsAddress } from '../support/electron-host/who-stops'

let host: BuiltElectronHost
let running: RunningElectronHost
let app: ElectronApplication
let page: Page

beforeAll(async () => {
  host = await buildElectronHost()
  running = await launchElectronHost(host)
  app = running.app
  page = running.page
})
afterAll(async () => {
  await running?.close()
  await host?.remove()
})

describe('the page in Electron', () => {
  it('runs in a window with exactly the written preferences', async () => {
    const preferences = await app.evaluate(({ webContents }) =>
      // Electron has this function, but does not declare it
      webContents
        .getAllWebContents()
        .map((contents) => (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences()),
    )
    expect(preferences).toHaveLength(1)
    // Electron does not report the others; the worklet test shows that sound needs no click
    const {
      spellcheck,
      backgroundThrottling,
      autoplayPolicy: _sound,
      nodeIntegrationInWorker: _worker,
      navigateOnDragDrop: _drop,
      ...told
    } = webPreferences
    expect(preferences[0]).toMatchObject(told)
    const rest = await app.evaluate(({ session, webContents }) => ({
      spellcheck: session.defaultSession.isSpellCheckerEnabled(),
      backgroundThrottling: webContents.getAllWebContents()[0]?.getBackgroundThrottling(),
    }))
    expect(rest).toEqual({ spellcheck, backgroundThrottling })
  })

  it('has nothing of Node, and of ours two functions and a word', async () => {
    const found = await page.evaluate(() => {
      const all = globalThis as unknown as Record<string, unknown>
      return {
        node: ['require', 'process', 'module', 'Buffer', 'global', '__dirname'].filter((name) => all[name] !== undefined),
        ours: Object.keys(all.parley as object).sort(),
      }
    })
    expect(found).toEqual({ node: [], ours: ['audioChannels', 'call', 'onEvent'] })
  })

  it('gives its preload script no module of Node', async () => {
    const probe = join(host.folder, 'probe.cjs')
    await writeFile(
      probe,
      `const { contextBridge } = require('electron')
       const outcome = (name) => { try { return typeof require(name) } catch (error) { return error.message } }
       contextBridge.exposeInMainWorld('probe', ['fs', 'node:fs', 'child_process', 'net', 'module', './preload.cjs'].map(outcome))`,
    )
    const outcomes = await app.evaluate(
      async ({ BrowserWindow }, preferences) => {
        const other = new BrowserWindow({ show: false, webPreferences: preferences })
        await other.loadURL('app://parley/')
        const result: unknown = await other.webContents.executeJavaScript('window.probe')
        other.destroy()
        return result
      },
      { ...webPreferences, preload: probe },
    )
    expect(outcomes).toEqual(Array.from({ length: 6 }, () => expect.stringContaining('module not found')))
  })

  it('comes with the policy, word for word, and with the other headers', async () => {
    const headers = await page.evaluate(async () => Object.fromEntries((await fetch('/')).headers.entries()))
    expect(headers).toMatchObject({
      'content-security-policy': contentSecurityPolicy,
      'content-type': 'text/html',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
  })

  it('makes neither script nor markup from text', async () => {
    const refused = await page.evaluate(async () => {
      const directives: string[] = []
      document.addEventListener('securitypolicyviolation', (event) => directives.push(event.effectiveDirective))
      const all = globalThis as unknown as Record<string, unknown>
      const attempt = (task: () => void): string => {
        try {
          task()
          return 'done'
        } catch (error) {
          return error instanceof Error ? error.name : 'thrown'
        }
      }
      // from a timer, because code that the test itself evaluates is exempt from the policy
      const attempts = await new Promise<string[]>((resolve) => {
        setTimeout(() => {
          resolve([
            attempt(() => new Function('globalThis.ran = 1')()),
            attempt(() => {
              document.createElement('div').innerHTML = '<b>x</b>'
            }),
            attempt(() => {
              const script = document.createElement('script')
              script.text = 'globalThis.ran = 2'
              document.head.append(script)
            }),
          ])
        })
      })
      const inline = document.createElement('style')
      inline.textContent = 'body { color: red }'
      // the last refusal: the others were reported before it
      const told = new Promise<void>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => event.effectiveDirective === 'style-src-elem' && resolve())
      })
      document.head.append(inline)
      await told
      return { attempts, directives, ran: all.ran }
    })
    expect(refused.ran).toBeUndefined()
    expect(refused.attempts.slice(0, 2)).not.toContain('done')
    expect(refused.directives).toContain('style-src-elem')
    expect(refused.directives).toContain('require-trusted-types-for')
  })

  it('runs its own worklets and module scripts under that policy', async () => {
    const state = await page.evaluate(async () => {
      const context = new AudioContext()
      await context.audioWorklet.addModule('/worklet.js')
      const node = new AudioWorkletNode(context, 'nothing')
      const { state } = context
      node.disconnect()
      await context.close()
      return state
    })
    expect(state).toBe('running')
  })

  it('reaches no file, no other host of its scheme and no server', async () => {
    const outcomes = await page.evaluate(
      async (addresses) => {
        const outcome = (address: string): Promise<string> =>
          fetch(address).then(
            (response) => `${response.status}`,
            () => 'refused',
          )
        return Promise.all(addresses.map(outcome))
      },
      [
        'file:///etc/passwd',
        'app://evil/',
        'https://example.org/',
        'http://127.0.0.1:1/',
        '/../package.json',
        '/%2e%2e/package.json',
        '/..%2fpackage.json',
        '/package.json',
      ],
    )
    expect(outcomes).toEqual(outcomes.map(() => 'refused'))
    expect(await page.evaluate(() => fetch('/index.html').then(({ status }) => status))).toBe(200)
  })
})

describe('permissions', () => {
  it('are only the microphone', async () => {
    const outcomes = await page.evaluate(async () => {
      const media = (constraints: MediaStreamConstraints): Promise<string> =>
        navigator.mediaDevices.getUserMedia(constraints).then(
          (stream) => {
            for (const track of stream.getTracks()) track.stop()
            return 'granted'
          },
          (error: unknown) => (error instanceof Error ? error.name : 'refused'),
        )
      return {
        microphone: await media({ audio: true }),
        camera: await media({ video: true }),
        both: await media({ audio: true, video: true }),
        screen: await navigator.mediaDevices.getDisplayMedia().then(
          () => 'granted',
          (error: unknown) => (error instanceof Error ? error.name : 'refused'),
        ),
        place: await new Promise<string>((resolve) =>
          navigator.geolocation.getCurrentPosition(
            () => resolve('granted'),
            (error) => resolve(error.code === error.PERMISSION_DENIED ? 'refused' : `code ${error.code}`),
          ),
        ),
        notifications: await Notification.requestPermission(),
        clipboard: await navigator.clipboard.readText().then(
          () => 'granted',
          (error: unknown) => (error instanceof Error ? error.name : 'refused'),
        ),
      }
    })
    expect(outcomes).toMatchObject({
      microphone: 'granted',
      camera: 'NotAllowedError',
      both: 'NotAllowedError',
      place: 'refused',
      notifications: 'denied',
      clipboard: 'NotAllowedError',
    })
    expect(outcomes.screen).not.toBe('granted')
  })

  it('are given under no other name that Electron has, asked for or looked up, and to no frame and no other address', async () => {
    const given = await app.evaluate(async ({ webContents }, names) => {
      const contents = webContents.getAllWebContents()[0]
      const answers = globalThis.hostProbe?.permissionAnswers()
      if (contents === undefined || answers === undefined) throw new Error('there is no page to ask for')
      const given = new Set<string>()
      for (const permission of names) {
        for (const address of ['app://parley/', 'app://parley/overlay.html', 'app://evil/', 'https://example.org/', 'about:blank', '']) {
          for (const isMainFrame of [true, false]) {
            for (const media of [['audio'], ['video'], ['audio', 'video'], []] as const) {
              const ways = await answers(contents, { permission, address, isMainFrame, media })
              const kind = permission === 'media' ? ` of ${media.join('+')}` : ''
              for (const way of ways) given.add(`${permission}${kind} ${way} by the ${isMainFrame ? 'page' : 'frame'} ${address}`)
            }
          }
        }
      }
      return [...given]
    }, permissionNames)
    const ways = ['asked', 'looked up', 'looked up by its host']
    const copying = ['app://parley/', 'app://parley/overlay.html'].flatMap((address) =>
      ways.map((way) => `clipboard-sanitized-write ${way} by the page ${address}`),
    )
    expect(given).toEqual([...copying, ...ways.map((way) => `media of audio ${way} by the page app://parley/`)])
  })

  it('let the page ask where it is only while a tool holds that permission', async () => {
    const ask = () =>
      page.evaluate(
        () =>
          new Promise<string>((resolve) =>
            navigator.geolocation.getCurrentPosition(
              () => resolve('allowed'),
              // without a location service the system has no answer, but it was asked
              (error) => resolve(error.code === error.PERMISSION_DENIED ? 'refused' : 'allowed'),
              { timeout: 5000 },
            ),
          ),
      )
    expect(await ask()).toBe('refused')
    await app.evaluate(() => {
      const permission = globalThis.hostProbe?.platform.permit('geolocation')
      Object.assign(globalThis, { endPermission: () => permission?.dispose() })
    })
    expect(await ask()).toBe('allowed')
    await app.evaluate(() => Reflect.get(globalThis, 'endPermission')())
    expect(await ask()).toBe('refused')
  })

  it('give the microphone no longer once it is taken back, and again once it is given again', async () => {
    const ask = () =>
      page.evaluate(async () => ({
        opened: await navigator.mediaDevices.getUserMedia({ audio: true }).then(
          (stream) => {
            for (const track of stream.getTracks()) track.stop()
            return 'granted'
          },
          (error: unknown) => (error instanceof Error ? error.name : 'refused'),
        ),
        lookedUp: (await navigator.permissions.query({ name: 'microphone' as PermissionName })).state,
      }))
    expect(await ask()).toEqual({ opened: 'granted', lookedUp: 'granted' })
    await app.evaluate(() => globalThis.hostProbe?.microphone?.dispose())
    expect(await ask()).toEqual({ opened: 'NotAllowedError', lookedUp: 'denied' })
    await app.evaluate(() => {
      if (globalThis.hostProbe !== undefined) globalThis.hostProbe.microphone = globalThis.hostProbe.platform.permit('microphone')
    })
    expect(await ask()).toEqual({ opened: 'granted', lookedUp: 'granted' })
  })

  it('look the same when they are looked up', async () => {
    const states = await page.evaluate(async () => {
      const names = ['microphone', 'camera', 'geolocation', 'notifications', 'clipboard-read', 'midi', 'persistent-storage']
      const states = await Promise.all(
        names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state),
      )
      return Object.fromEntries(names.map((name, index) => [name, states[index]]))
    })
    expect(states).toEqual({
      microphone: 'granted',
      camera: 'denied',
      geolocation: 'denied',
      notifications: 'denied',
      'clipboard-read': 'denied',
      midi: 'denied',
      'persistent-storage': 'denied',
    })
  })
})

describe('the window stays the app', () => {
  /** A script that adds an element to the page, and does this with it. */
  const element = (name: string, act: string) =>
    `(() => { const element = document.createElement('${name}'); document.body.append(element); ${act} })()`
  const abroad = 'https://example.org/'
  const go = (address: string) => `location.href = '${address}'`

  it.each([
    ['a link', abroad, element('a', `element.href = '${abroad}'; element.click()`), 'main'],
    ['an address', abroad, go(abroad), 'main'],
    ['another host of the scheme', 'app://evil/', go('app://evil/'), 'main'],
    ['another file of the app', 'app://parley/page.js', go('app://parley/page.js'), 'main'],
    ['a file', 'file:///etc/passwd', go('file:///etc/passwd'), 'page'],
    ['a data address', 'data:text/html,hello', go('data:text/html,hello'), 'page'],
    ['a form', abroad, element('form', `element.method = 'post'; element.action = '${abroad}'; element.submit()`), 'page'],
    ['a frame', abroad, element('iframe', `element.src = '${abroad}'`), 'page'],
  ] as const)('whatever %s wants', async (_name, address, script, who) => {
    expect(await whoStops(app, page, address, script)).toBe(who)
    expect(page.url()).toBe('app://parley/')
    expect(await page.evaluate(() => document.body.dataset.loaded)).toBe('yes')
    expect(page.frames().filter((one) => one.url().includes('example.org'))).toEqual([])
  })

  it('when a file is dropped on it, or markup pasted into it', async () => {
    const input = await page.context().newCDPSession(page)
    const data = { items: [], files: [join(host.folder, 'package.json')], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await input.send('Input.dispatchDragEvent', { type, x: 40, y: 40, data })
    await page.evaluate(() => {
      const field = document.createElement('div')
      field.contentEditable = 'true'
      document.body.append(field)
      field.focus()
    })
    await app.evaluate(({ clipboard, webContents }) => {
      // Electron has this function, but no longer declares it
      ;(clipboard as unknown as { writeHTML(markup: string): void }).writeHTML(
        '<img src="https://example.org/a.png"><iframe src="https://example.org/"></iframe><script>location = "app://evil/"</script>x',
      )
      webContents.getAllWebContents()[0]?.paste()
    })
    await page.waitForFunction(() => document.querySelector('[contenteditable]')?.textContent?.includes('x'))
    expect(page.url()).toBe('app://parley/')
    expect(await page.evaluate(() => document.body.dataset.loaded)).toBe('yes')
    expect(page.frames().filter((frame) => /example\.org|evil|package\.json/.test(frame.url()))).toEqual([])
    await page.evaluate(() => document.querySelector('[contenteditable]')?.remove())
  })

  it('when a server redirects', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(302, { location: 'https://example.org/' })
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const mainWindow = await app.browserWindow(page)
    await mainWindow.evaluate(async (shown, address) => {
      await shown.loadURL(address).catch(() => undefined)
    }, `http://127.0.0.1:${port}/`)
    await new Promise((resolve) => server.close(resolve))
    expect(page.url()).not.toContain('example.org')
    await mainWindow.evaluate((shown) => shown.loadURL('app://parley/'))
    await page.waitForSelector('body[data-loaded=yes]')
  })

  it('and opens no other', async () => {
    await app.evaluate((electron) => {
      electron.app.once('web-contents-created', () => Object.assign(globalThis, { another: true }))
    })
    // main answers while the page waits for it: when the script has ended, another window would exist
    await page.evaluate(element('a', `element.href = '${abroad}'; element.target = '_blank'; element.click()`))
    const opened = await page.evaluate(() => [
      window.open('https://example.org/') === null,
      window.open('about:blank') === null,
      window.open('app://parley/') === null,
      window.open('javascript:1') === null,
    ])
    expect(opened).toEqual([true, true, true, true])
    expect(await app.evaluate(() => Reflect.get(globalThis, 'another'))).toBeUndefined()
    expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1)
  })

  it('and loads itself again when asked to', async () => {
    await page.evaluate(() => {
      delete document.body.dataset.loaded
      location.reload()
    })
    await page.waitForSelector('body[data-loaded=yes]')
    expect(page.url()).toBe('app://parley/')
  })
})

describe('calls', () => {
  it('carry bytes both ways as bytes', async () => {
    const answer = await page.evaluate(async () => {
      const transport = (window as unknown as { parley: { call(name: string, payload: unknown): Promise<{ value: { pcm: unknown } }> } })
        .parley
      const { value } = await transport.call('microphone.frame', { pcm: new Uint8Array([1, 2, 255]) })
      return { isBytes: value.pcm instanceof Uint8Array, bytes: Array.from(value.pcm as Uint8Array) }
    })
    expect(answer).toEqual({ isBytes: true, bytes: [1, 2, 255] })
    const calls = await app.evaluate(() =>
      globalThis.hostProbe?.calls.map(({ name, payload }) => [name, (payload as { pcm: unknown }).pcm instanceof Uint8Array]),
    )
    expect(calls).toEqual([['microphone.frame', true]])
  })

  it('are answered with events until the page stops listening', async () => {
    await page.evaluate(() => {
      const all = window as unknown as {
        parley: { onEvent(listener: (name: string, payload: unknown) => void): () => void }
        heard: string[]
        stop: () => void
      }
      all.heard = []
      all.stop = all.parley.onEvent((name, payload) => all.heard.push(`${name} ${(payload as { pcm: unknown }).pcm instanceof Uint8Array}`))
    })
    const emit = () =>
      app.evaluate(() =>
        globalThis.hostProbe?.platform.emit('playback.pcm', {
          conversationId: 'c',
          turnId: 't',
          sampleRate: 24000,
          startSample: 0,
          pcm: new Uint8Array(2),
        }),
      )
    await emit()
    await page.waitForFunction(() => (window as unknown as { heard: string[] }).heard.length === 1)
    expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual(['playback.pcm true'])
    await page.evaluate(() => (window as unknown as { stop: () => void }).stop())
    await emit()
    expect(
      await page.evaluate(async () => {
        await (window as unknown as { parley: { call(name: string, payload: unknown): Promise<unknown> } }).parley.call('x', { pcm: null })
        return (window as unknown as { heard: string[] }).heard.length
      }),
    ).toBe(1)
  })

  it('of another window with the same page and preload are refused', async () => {
    const answer = await app.evaluate(async ({ BrowserWindow }, preload) => {
      const other = new BrowserWindow({ show: false, webPreferences: { sandbox: true, preload } })
      await other.loadURL('app://parley/')
      const result: unknown = await other.webContents.executeJavaScript("window.parley.call('app.bootstrap', null)")
      other.destroy()
      return result
    }, `${host.folder}/preload.cjs`)
    expect(answer).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
  })

  it('of our window showing another page are refused', async () => {
    const mainWindow = await app.browserWindow(page)
    const answer = await mainWindow.evaluate(async (shown) => {
      await shown.loadURL('about:blank')
      const result: unknown = await shown.webContents.executeJavaScript("window.parley.call('app.bootstrap', null)")
      await shown.loadURL('app://parley/')
      return result
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    await page.waitForSelector('body[data-loaded=yes]')
  })
})

describe('a window besides the app’s own', () => {
  it('is as locked as it, calls and receives only what its row allows, stays at its page, and ends with it', async () => {
    const [side] = await Promise.all([
      app.waitForEvent('window'),
      app.evaluate(() => {
        globalThis.hostProbe?.platform.openSideWindow('inspector')
        globalThis.hostProbe?.platform.openSideWindow('inspector')
      }),
    ])
    await side.waitForSelector('body[data-loaded=yes]')
    expect(side.url()).toBe('app://parley/inspector.html')
    const preferences = await app.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        .map((contents) => (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences()),
    )
    expect(preferences).toHaveLength(2)
    for (const one of preferences)
      expect(one).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true })
    expect(await side.evaluate(async () => (await fetch('/inspector.html')).headers.get('content-security-policy'))).toBe(
      contentSecurityPolicy,
    )

    const call = (name: string) =>
      side.evaluate(
        (wanted) => (window as unknown as { parley: { call(name: string, payload: unknown): Promise<unknown> } }).parley.call(wanted, null),
        name,
      )
    expect(await call('inspector.window')).toMatchObject({ ok: true })
    for (const name of ['app.bootstrap', 'key.save', 'approval.decide', 'window.control'])
      expect(await call(name)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    const refused = await side.evaluate(() =>
      navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        (error: unknown) => (error instanceof Error ? error.name : 'refused'),
      ),
    )
    expect(refused).toBe('NotAllowedError')

    await side.evaluate(() => {
      const all = window as unknown as { parley: { onEvent(listener: (name: string) => void): void }; heard: string[] }
      all.heard = []
      all.parley.onEvent((name) => all.heard.push(name))
    })
    await app.evaluate(() => {
      globalThis.hostProbe?.platform.emit('notice.gone', { noticeId: 'n' })
      globalThis.hostProbe?.platform.emit('inspector.grew', { conversationId: 'c' })
    })
    await side.waitForFunction(() => (window as unknown as { heard: string[] }).heard.length > 0)
    expect(await side.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual(['inspector.grew'])

    for (const address of ['https://example.org/', 'app://parley/']) expect(await whoStopsAddress(app, side, address)).toBe('main')
    expect(await whoStopsAddress(app, side, 'file:///etc/passwd')).toBe('page')
    expect(side.url()).toBe('app://parley/inspector.html')
    await page.evaluate(() => void window.open('app://parley/inspector.html'))
    expect(app.windows()).toHaveLength(2)

    await Promise.all([side.waitForEvent('close'), side.evaluate(() => window.close())])
    expect(page.url()).toBe('app://parley/')
    await expect.poll(() => app.evaluate(() => globalThis.hostProbe?.platform.sideWindowOpen('inspector'))).toBe(false)
  })
})

describe.each(['overlay', 'quick'] as const)('the popup window %s', (name) => {
  let small: Page
  /** Calls main from the current page of this window. */
  const call = (from: Page, what: string) =>
    from.evaluate(
      (wanted) => (window as unknown as { parley: { call(name: string, payload: unknown): Promise<unknown> } }).parley.call(wanted, null),
      what,
    )

  beforeAll(async () => {
    const opened = app.waitForEvent('window')
    await app.evaluate((_electron, wanted) => {
      globalThis.hostProbe?.platform.desktop?.small?.show(wanted, { x: 40, y: 40, width: 360, height: 72 })
    }, name)
    small = await opened
    await small.waitForSelector('body[data-loaded=yes]')
  })
  afterAll(() => small?.close())

  it('has the preferences of the main one, its policy, and of ours two functions', async () => {
    const preferences = await app.evaluate(
      ({ webContents }, address) =>
        webContents
          .getAllWebContents()
          .filter((contents) => contents.getURL() === address)
          // Electron has this function, but does not declare it
          .map((contents) => (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences()),
      small.url(),
    )
    expect(preferences).toHaveLength(1)
    const { sandbox, contextIsolation, nodeIntegration, nodeIntegrationInSubFrames, webSecurity, webviewTag } = webPreferences
    expect(preferences[0]).toMatchObject({
      sandbox,
      contextIsolation,
      nodeIntegration,
      nodeIntegrationInSubFrames,
      webSecurity,
      webviewTag,
    })
    const found = await small.evaluate(
      async (address) => ({
        policy: (await fetch(address)).headers.get('content-security-policy'),
        ours: Object.keys((window as unknown as { parley: object }).parley).sort(),
        node: ['require', 'process', 'module', 'Buffer'].filter((one) => Reflect.get(globalThis, one) !== undefined),
      }),
      small.url(),
    )
    expect(found).toEqual({ policy: contentSecurityPolicy, ours: ['call', 'onEvent'], node: [] })
  })

  it('may make its own calls and no others, and opens no audio channel', async () => {
    expect(await call(small, `${name}.open`)).toMatchObject({ ok: true })
    for (const what of ['app.bootstrap', 'approval.decide', 'settings.update', 'key.save', 'talk.press'])
      expect(await call(small, what)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    const heard = await app.evaluate(() => globalThis.hostProbe?.calls.splice(0).map((one) => one.name))
    expect(heard?.at(-1)).toBe(`${name}.open`)
  })

  it('has no permission, not even the microphone', async () => {
    const outcomes = await small.evaluate(async () => ({
      asked: await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        (error: unknown) => (error instanceof Error ? error.name : 'refused'),
      ),
      lookedUp: (await navigator.permissions.query({ name: 'microphone' as PermissionName })).state,
    }))
    expect(outcomes).toEqual({ asked: 'NotAllowedError', lookedUp: 'denied' })
  })

  it('stays its own page, and opens no other', async () => {
    const address = small.url()
    expect(address).toBe(`app://parley/${name}.html`)
    for (const elsewhere of ['https://example.org/', 'app://parley/']) expect(await whoStopsAddress(app, small, elsewhere)).toBe('main')
    expect(await whoStopsAddress(app, small, 'file:///etc/passwd')).toBe('page')
    expect(small.url()).toBe(address)
    expect(await small.evaluate(() => window.open('app://parley/') === null)).toBe(true)
  })

  it('is refused if it shows the main page, and so is the main window if it shows this one', async () => {
    const answers = await app.evaluate(async ({ BrowserWindow }, ours) => {
      const windows = BrowserWindow.getAllWindows()
      const own = windows.find(({ webContents }) => webContents.getURL() === ours)
      const main = windows.find(({ webContents }) => webContents.getURL() === 'app://parley/')
      const swapped = async (window: Electron.BrowserWindow | undefined, address: string, what: string): Promise<unknown> => {
        const before = window?.webContents.getURL() ?? ''
        await window?.loadURL(address)
        const answer: unknown = await window?.webContents.executeJavaScript(`window.parley.call('${what}', null)`)
        await window?.loadURL(before)
        return answer
      }
      return [await swapped(own, 'app://parley/', 'app.bootstrap'), await swapped(main, ours, 'app.bootstrap')]
    }, small.url())
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    await page.waitForSelector('body[data-loaded=yes]')
  })
})

describe('secrets', () => {
  it('stay in memory where there is no key store, and never reach the disk', async () => {
    const outcome = await app.evaluate(async () => {
      const secrets = globalThis.hostProbe?.platform.secrets
      await secrets?.write('gemini-key', 'AIza-canary-0123456789')
      return { backend: await secrets?.backend(), read: await secrets?.read('gemini-key') }
    })
    expect(outcome).toEqual({ backend: 'memory', read: 'AIza-canary-0123456789' })
    const { execFile } = await import('node:child_process')
    const found = await new Promise<string>((resolve) =>
      execFile('grep', ['-rlaF', 'AIza-canary-0123456789', running.userDataFolder], (_error, output) => resolve(output)),
    )
    expect(found).toBe('')
  })
})
