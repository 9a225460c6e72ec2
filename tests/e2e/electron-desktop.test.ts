import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { defaultHotkeys, type Hotkeys } from '../../src/shared/hotkeys/shortcut'
import { type BuiltElectronHost, buildElectronHost } from '../support/electron-host/build'
import { launchElectronHost, type RunningElectronHost } from '../support/electron-host/launch'
import { electronPath } from '../support/electron-path'
import { openApproval } from '../support/open-approval'
import { startPortalDesktop } from '../support/portal-desktop'
import { openOtherWindow } from '../support/talk-key'

const run = promisify(execFile)
const xdotool = (...args: string[]) => run('xdotool', args)

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

/** Types a path into the field that Ctrl L opens, replacing its text, or closes the dialog without one. */
async function answerDialog(dialog: string, path: string | null): Promise<void> {
  await xdotool('windowfocus', '--sync', dialog)
  if (path === null) await xdotool('key', 'Escape')
  else {
    await xdotool('key', 'ctrl+l', 'ctrl+a')
    await xdotool('type', '--delay', '20', path)
    await xdotool('key', 'Return')
  }
}

async function hideMainWindow(): Promise<void> {
  const mainWindow = await app.browserWindow(page)
  await mainWindow.evaluate((shown) => shown.hide())
}

async function until<Value>(look: () => Promise<Value>, fits: (value: Value) => boolean, limitMs = 60_000): Promise<Value> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const value = await look()
    if (fits(value)) return value
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)} after ${limitMs / 1000} s`)
    // repeated until it matches; there is no event of another process to wait for
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('the talk key', () => {
  const heard = () => app.evaluate(() => globalThis.hostProbe?.hotkey.filter((line) => !line.startsWith('state')) ?? [])

  beforeAll(async () => {
    await until(
      () => app.evaluate(() => globalThis.hostProbe?.hotkey ?? []),
      (lines) => lines.includes('state hold Right Ctrl'),
    )
    await focusAnotherProgram()
  })
  beforeEach(() => app.evaluate(() => globalThis.hostProbe?.hotkey.splice(0)))

  it('held while another program has the focus, is one press and one release', async () => {
    await xdotool('keydown', 'Control_R')
    await until(heard, (lines) => lines.includes('press'))
    await xdotool('keyup', 'Control_R')
    await until(heard, (lines) => lines.includes('release'))
    expect(await heard()).toEqual(['press', 'release'])
    expect((await xdotool('getwindowfocus', 'getwindowname')).stdout).toContain('another program')
  })

  it('used as a modifier of another key is cancelled', async () => {
    await xdotool('keydown', 'Control_R', 'key', 'c', 'keyup', 'Control_R')
    await until(heard, (lines) => lines.length >= 2)
    await xdotool('keydown', 'Control_R')
    await until(heard, (lines) => lines.length >= 3)
    await xdotool('keyup', 'Control_R')
    await until(heard, (lines) => lines.length >= 4)
    expect(await heard()).toEqual(['press', 'cancel', 'press', 'release'])
  })

  it('is not the left Ctrl, nor any letter', async () => {
    await xdotool('key', 'Control_L', 'key', 'a', 'keydown', 'Control_R')
    await until(heard, (lines) => lines.includes('press'))
    await xdotool('keyup', 'Control_R')
    await until(heard, (lines) => lines.includes('release'))
    expect(await heard()).toEqual(['press', 'release'])
  })

  it('can be a side button of the mouse, and no other button', async () => {
    const use = (hotkeys: Hotkeys) => app.evaluate((_electron, wanted) => globalThis.hostProbe?.keys?.use(wanted), hotkeys)
    await use({ ...defaultHotkeys, hold: { key: 'Mouse4', modifiers: [] } })
    await xdotool('click', '1', 'mousedown', '8')
    await until(heard, (lines) => lines.includes('press'))
    await xdotool('mouseup', '8')
    await until(heard, (lines) => lines.includes('release'))
    expect(await heard()).toEqual(['press', 'release'])
    await use(defaultHotkeys)
  })

  it('is a start-stop shortcut, once however often it repeats, if the desktop reports Wayland', async () => {
    const own = await launchElectronHost(host, { XDG_SESSION_TYPE: 'wayland' })
    onTestFinished(() => own.close())
    const lines = () => own.app.evaluate(() => globalThis.hostProbe?.hotkey ?? [])
    // the first app has taken the shortcut on this display: this one is told, and gets it once it is released
    await until(lines, (all) => all.includes('state none '))
    await app.evaluate(() => globalThis.hostProbe?.keys?.setMode('record'))
    onTestFinished(() => app.evaluate(() => globalThis.hostProbe?.keys?.setMode('use')))
    await own.app.evaluate(async ({ globalShortcut }) => {
      const register = globalShortcut.register.bind(globalShortcut)
      Object.assign(globalThis, { fired: 0 })
      globalShortcut.register = (keys, act) =>
        register(keys, () => {
          Object.assign(globalThis, { fired: Reflect.get(globalThis, 'fired') + 1 })
          act()
        })
      await globalThis.hostProbe?.keys?.setMode('record')
      await globalThis.hostProbe?.keys?.setMode('use')
    })
    await until(lines, (all) => all.includes('state toggle Ctrl+Alt+Space'))
    await own.app.evaluate(() => globalThis.hostProbe?.hotkey.splice(0, 1))
    await xdotool('keydown', 'Control_L', 'keydown', 'Alt_L', 'keydown', 'space')
    await until(lines, (all) => all.includes('toggle'))
    await until(
      () => own.app.evaluate(() => Reflect.get(globalThis, 'fired')),
      (fired) => fired >= 3,
    )
    await xdotool('keyup', 'space', 'keyup', 'Alt_L', 'keyup', 'Control_L')
    expect(await lines()).toEqual(['state toggle Ctrl+Alt+Space', 'toggle'])
  })

  it('is held and released if a Wayland desktop provides keys by a portal', async () => {
    const desktop = await startPortalDesktop({ triggers: { hold: 'Super+F4' } })
    onTestFinished(() => desktop.close())
    const own = await launchElectronHost(host, { XDG_SESSION_TYPE: 'wayland', ...desktop.environment })
    onTestFinished(() => own.close())
    const lines = () => own.app.evaluate(() => globalThis.hostProbe?.hotkey ?? [])
    await until(lines, (all) => all.includes('state hold Super+F4'))
    desktop.press('hold')
    await until(lines, (all) => all.includes('press'))
    desktop.release('hold')
    await until(lines, (all) => all.includes('release'))
    expect(desktop.violations).toEqual([])
  })

  it('is released when the app no longer needs it, and the process still ends', async () => {
    const own = await launchElectronHost(host)
    const child = own.app.process()
    await own.close()
    expect(child.exitCode).toBe(0)
  })
})

describe('the window', () => {
  const probe = () =>
    app.evaluate(() => ({ visible: globalThis.hostProbe?.platform.windowVisible(), changes: globalThis.hostProbe?.visibilityChanges ?? 0 }))

  it('reports when it is hidden, and when a click in the Dock shows it again', async () => {
    const before = await until(probe, ({ visible }) => visible === true)
    await hideMainWindow()
    await until(probe, ({ visible, changes }) => visible === false && changes > before.changes)
    // what macOS reports for a click on its Dock icon
    await app.evaluate((electron) => electron.app.emit('activate'))
    await until(probe, ({ visible }) => visible === true)
  })

  it('comes to the front when Parley is started a second time, which ends at once', async () => {
    await hideMainWindow()
    const second = spawn(electronPath(), ['--no-sandbox', '--disable-gpu', `--user-data-dir=${running.userDataFolder}`, host.folder], {
      stdio: 'ignore',
    })
    onTestFinished(() => end(second))
    await new Promise((resolve) => second.once('exit', resolve))
    expect(second.exitCode).toBe(0)
    await until(probe, ({ visible }) => visible === true)
  })
})

describe('a question while the window is hidden', () => {
  const approval = openApproval()

  function ask(): Promise<boolean | null | undefined> {
    return app.evaluate((_electron, text) => {
      const calledOff = new AbortController()
      ;(globalThis as unknown as { callOff: () => void }).callOff = () => calledOff.abort()
      return globalThis.hostProbe?.platform.askNatively(JSON.parse(text), 'en', calledOff.signal)
    }, JSON.stringify(approval))
  }

  async function dialogWindow(): Promise<string> {
    const { stdout } = await until(
      () => xdotool('search', '--onlyvisible', '--name', '^Parley$').catch(() => ({ stdout: '' })),
      ({ stdout }) => stdout.trim() !== '',
    )
    return stdout.trim().split('\n').at(-1) ?? ''
  }

  beforeEach(() => hideMainWindow())

  it.each([
    ['Esc leaves it open', ['Escape'], null],
    ['Enter denies what is of high risk', ['Return'], false],
    ['only going to Allow and pressing it allows', ['Tab', 'Return'], true],
  ] as const)('%s', async (_name, keys, answer) => {
    const asked = ask()
    const dialog = await dialogWindow()
    await xdotool('windowfocus', '--sync', dialog, 'key', ...keys)
    expect(await asked).toBe(answer)
  })

  it('disappears without an answer when it is cancelled', async () => {
    const asked = ask()
    await dialogWindow()
    await app.evaluate(() => (globalThis as unknown as { callOff: () => void }).callOff())
    expect(await asked).toBeNull()
  })
})

/** Opens a window of another program and focuses it. */
async function focusAnotherProgram(): Promise<void> {
  const other = await openOtherWindow()
  afterAll(() => end(other))
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await exited
}

describe('the desktop', () => {
  it('has a clipboard that other programs paste from, and that reads what they copied', async () => {
    await app.evaluate(() => globalThis.hostProbe?.platform.desktop?.writeClipboard('from Parley 😀'))
    await page.evaluate(() => {
      document.body.insertAdjacentElement('beforeend', document.createElement('textarea'))
    })
    const field = page.locator('textarea')
    await field.focus()
    await page.keyboard.press('Control+v')
    expect(await field.inputValue()).toBe('from Parley 😀')
    await field.fill('copied elsewhere')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    await until(
      () => app.evaluate(() => globalThis.hostProbe?.platform.desktop?.readClipboard()),
      (text) => text === 'copied elsewhere',
    )
  })

  it.each([
    ['gives the file that the user picks in its own dialog', true],
    ['gives none when the user closes that dialog', false],
  ] as const)('%s', async (_, picks) => {
    const file = join(running.userDataFolder, 'settings.json')
    await writeFile(file, '{}')
    let given = await answerOfDialog(picks ? file : null)
    // Return on a dialog that lost the text before it presses Cancel: a user opens it again
    for (let opened = 1; picks && given === null && opened < 4; opened += 1) given = await answerOfDialog(file)
    expect(given).toBe(picks ? file : null)
  })

  /** Opens the dialog and answers it with this path, or closes it; returns what the desktop gives. */
  async function answerOfDialog(path: string | null): Promise<string | null | undefined> {
    const chosen = app.evaluate(() => globalThis.hostProbe?.platform.desktop?.chooseFile({ title: 'A file for Gemini', button: 'Send' }))
    let answered = false
    const settled = chosen.finally(() => {
      answered = true
    })
    // a dialog that has just appeared may lose typed keys, and the first of a process takes its time: the text is typed
    // again until there is an answer
    await until(
      async () => {
        const { stdout } = await xdotool('search', '--onlyvisible', '--name', 'A file for Gemini').catch(() => ({ stdout: '' }))
        const dialog = stdout.trim().split('\n').at(-1) ?? ''
        if (dialog === '') return answered
        await answerDialog(dialog, path).catch(() => undefined)
        await Promise.race([settled, new Promise((later) => setTimeout(later, 1000))])
        return answered
      },
      (done) => done,
      60_000,
    )
    return chosen
  }

  it('accepts a notification, even if the system can’t show it', async () => {
    const told = await app.evaluate(() => {
      globalThis.hostProbe?.platform.desktop?.notify({ title: 'Time’s up: tea', body: 'The timer has ended.' })
      return 'told'
    })
    expect(told).toBe('told')
  })

  it('takes a screenshot with the screen’s content', async () => {
    const other = await openOtherWindow()
    onTestFinished(() => end(other))
    const picture = await app.evaluate(async ({ nativeImage }) => {
      const taken = await globalThis.hostProbe?.platform.desktop?.captureScreen()
      if (taken === undefined) return null
      const image = nativeImage.createFromBuffer(Buffer.from(taken.png))
      const colours = new Set<number>()
      const bitmap = image.toBitmap()
      for (let at = 0; at + 3 < bitmap.length; at += 4 * 97) colours.add(bitmap.readUInt32LE(at))
      const small = nativeImage.createFromBuffer(Buffer.from(taken.jpeg)).getSize()
      return { width: taken.width, height: taken.height, real: image.getSize(), small, colours: colours.size }
    })
    expect(picture?.real).toEqual({ width: picture?.width, height: picture?.height })
    expect(picture?.width).toBeGreaterThan(300)
    expect(Math.max(picture?.small.width ?? 0, picture?.small.height ?? 0)).toBe(768)
    expect(picture?.colours).toBeGreaterThan(1)
  })
})

// last: the test runner's connection to the page does not always survive the crash
describe('a page that crashes', () => {
  it('is loaded again, and continues to answer', async () => {
    await page.evaluate(() => {
      document.body.dataset.loaded = 'before'
    })
    const mainWindow = await app.browserWindow(page)
    const answer = await mainWindow.evaluate(async ({ webContents }): Promise<unknown> => {
      const loaded = new Promise<void>((resolve) => webContents.once('did-finish-load', () => resolve()))
      webContents.forcefullyCrashRenderer()
      await loaded
      return webContents.executeJavaScript("window.parley.call('again', { loaded: document.body.dataset.loaded })")
    })
    expect(answer).toEqual({ ok: true, value: { loaded: 'yes' } })
    expect(await app.evaluate(() => globalThis.hostProbe?.reports)).toEqual([expect.stringContaining('the page crashed')])
  })
})
