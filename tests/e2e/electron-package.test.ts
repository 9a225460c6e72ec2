import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { writeSettings } from '../../src/main/storage/settings/settings-file'
import { calls } from '../../src/shared/ipc/contract'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import type { Settings } from '../../src/shared/ipc/schemas'
import { allowCard } from '../support/allow-card'
import { asAfterSetUp } from '../support/app'
import { callMain } from '../support/call-main'
import { filesHolding } from '../support/files-holding'
import { bundledFixture } from '../support/fixture-facts'
import { answerComes, liveRecording, modelCalls, modelSays, wordsCome } from '../support/live-recording'
import { type PackagedApp, startPackagedApp } from '../support/packaged-app'
import { serversReady } from '../support/servers-ready'
import { showSection } from '../support/show-section'
import { realServer } from '../support/tool-server-rig'
import { startUpdateServer, type UpdateServer } from '../support/update-server'

const run = promisify(execFile)
/** Looks like a real key: it must not be left anywhere. */
const canary = 'AIzaCanary0123456789abcdefghijklmnopqrs'

let updates: UpdateServer
let folder: string
let unpacked: string
let app: PackagedApp | null = null
let server: FixtureServer | null = null

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-package-'))
  chmodSync(folder, 0o755)
  // a key in the builder's environment must not get into the package
  updates = await startUpdateServer()
  const environment = { ...process.env, GEMINI_API_KEY: canary, PARLEY_UPDATE_URL: updates.address }
  await run('npm', ['run', 'package', '--', '--quick', '--output', folder], { env: environment })
  unpacked = join(folder, 'linux-unpacked')
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') {
    const words = await app?.page.evaluate(() => document.body.textContent).catch(String)
    process.stderr.write(`\n── ${task.name}\n${app?.output() ?? ''}\n── page\n${words}\n`)
  }
  await app?.close()
  await server?.close()
  app = null
  server = null
})
afterAll(async () => {
  await updates?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A data folder of a user who starts Parley for the first time, in English, or with these settings. */
function userData(name: string, settings: Partial<Settings> = {}): string {
  const place = mkdtempSync(join(folder, `${name}-`))
  writeFileSync(join(place, 'settings.json'), writeSettings({ ...defaultSettings, language: 'en', ...settings }))
  return place
}

/** Windows on the screen with Parley's name: the main window, and main's own dialogs. */
async function parleyWindows(): Promise<readonly string[]> {
  const { stdout } = await run('xdotool', ['search', '--onlyvisible', '--name', '^Parley$']).catch(() => ({ stdout: '' }))
  return stdout.split('\n').filter((id) => id !== '')
}

/** Does what opens a dialog of main's own, goes to its second button, and presses it. */
async function agreeTo(doing: () => Promise<void>): Promise<void> {
  const before = await parleyWindows()
  const done = doing()
  const dialog = await vi.waitUntil(async () => (await parleyWindows()).find((id) => !before.includes(id)), {
    timeout: 60_000,
    interval: 100,
  })
  await run('xdotool', ['windowfocus', '--sync', dialog, 'key', 'Tab', 'Return'])
  await done
}

/** The first run with the demo: a sound is recorded, the talk key is detected system-wide, the privacy page is read. */
async function setUpDemo(page: Page): Promise<void> {
  const go = page.getByRole('button', { name: /^Continue/ })
  await page.getByRole('radio', { name: /^Try the demo/ }).check()
  await go.click()
  // the fake microphone beeps
  await page.getByText('Good level').waitFor()
  await go.click()
  await page.getByRole('heading', { level: 1, name: 'Hold your talk key now' }).waitFor()
  await run('xdotool', ['keydown', 'Control_R'])
  await page.getByText('waiting for you to let go').waitFor()
  await run('xdotool', ['keyup', 'Control_R'])
  await page.getByText(/^detected after/).waitFor()
  await page.getByText('detected from anywhere on the desktop').waitFor()
  await go.click()
  await page.getByText('In the demo nothing leaves this computer').waitFor()
  await go.click()
  await page.getByRole('button', { name: /^Open Parley/ }).click()
}

/** The recorded payment, played in the app without any key: requested, approved, done. */
async function playDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay the Hoshino Print invoice/ }).click()
  await page.getByRole('textbox', { name: 'Type a message' }).press('Enter')
  await page.getByRole('button', { name: 'Allow once' }).click({ timeout: 60_000 })
  await page.getByText('Done. I paid ¥48,600 to Hoshino Print.').first().waitFor({ timeout: 60_000 })
}

/** A fake of the program that asks for the administrator's password: it records what it was asked to run. */
function programsOnPaper(): string {
  const place = join(folder, 'programs')
  mkdirSync(place)
  chmodSync(place, 0o777)
  writeFileSync(join(place, 'pkexec'), `#!/bin/sh\necho "$@" >> '${place}/installed'\n`)
  chmodSync(join(place, 'pkexec'), 0o755)
  return place
}

/** Stops the conversation's session with its button. */
async function stopSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { parley } = window as unknown as {
      parley: { call(name: string, payload: unknown): Promise<{ value: { currentConversationId: string } }> }
    }
    const { value } = await parley.call('app.bootstrap', null)
    await parley.call('session.stop', { conversationId: value.currentConversationId })
  })
}

/** Types the key into the settings, as a user does. */
async function saveKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await showSection(page, 'key')
  await page.getByLabel('New key').fill(key)
  await page.getByRole('button', { name: 'Save key' }).click()
  await page.getByText('Key saved.').waitFor()
  await page.getByText('In memory until you quit ·').waitFor()
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
}

/** Records every event that main sends to the page; returns all of them as text, without bytes. */
async function hearEverything(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const events: string[] = []
    const { parley } = window as unknown as { parley: { onEvent(listener: (name: string, payload: unknown) => void): void } }
    parley.onEvent((name, payload) => events.push(`${name} ${JSON.stringify(payload)}`))
    Object.assign(window, { events })
  })
  return () => page.evaluate(() => (window as unknown as { events: string[] }).events.join('\n'))
}

/** Main's replies to every reading call. */
function everyAnswer(page: Page): Promise<string> {
  const names = Object.keys(calls).filter((name) => /\.(bootstrap|list|state|status|current)$/.test(name))
  expect(names).toContain('app.bootstrap')
  return page.evaluate(async (asked) => {
    const { parley } = window as unknown as { parley: { call(name: string, payload: unknown): Promise<unknown> } }
    return JSON.stringify(await Promise.all(asked.map((name) => parley.call(name, null))))
  }, names)
}

describe('the unpacked app', () => {
  it('has each of the eight fuses as it is written down', async () => {
    const { version: _, resetAdHocDarwinSignature: __, ...wire } = await getCurrentFuseWire(join(unpacked, 'parley'))
    const named = Object.entries(wire).map(([index, state]) => [FuseV1Options[Number(index)], state === '1'.charCodeAt(0)])
    expect(Object.fromEntries(named)).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
    })
  })

  it('holds the built app and what it needs at run time, and nothing else', () => {
    const files = listPackage(join(unpacked, 'resources', 'app.asar'), { isPack: false }).map((name) => name.slice(1))
    const parts = new Set(files.map((name) => /^(?:out|resources|node_modules)\/(?:@[^/]+\/)?[^/]+|^[^/]+/.exec(name)?.[0]))
    for (const known of ['out', 'resources', 'node_modules', 'node_modules/@libsql', 'node_modules/@neon-rs']) parts.delete(known)
    expect([...parts].sort()).toEqual([
      'LICENSE',
      'THIRD_PARTY_NOTICES.md',
      'fixtures',
      'node_modules/@libsql/linux-x64-gnu',
      'node_modules/@neon-rs/load',
      'node_modules/detect-libc',
      'node_modules/libsql',
      'node_modules/node-gyp-build',
      'node_modules/node-sqlite3-wasm',
      'node_modules/uiohook-napi',
      'out/main',
      'out/preload',
      'out/renderer',
      'package.json',
      'resources/sample',
      'resources/tray',
      'resources/weather',
    ])
    expect(files.filter((name) => /\.(map|ts|tsx|env|log|c|h|md)$|(^|\/)(tests?|headless|\.[^/]+)(\/|$)/.test(name))).toEqual([
      'THIRD_PARTY_NOTICES.md',
    ])
    expect(files.filter((name) => name.endsWith('.html')).sort()).toEqual(
      ['index', 'inspector', 'overlay', 'quick'].map((page) => `out/renderer/${page}.html`),
    )
    const beside = readdirSync(join(unpacked, 'resources'), { recursive: true, encoding: 'utf8' }).sort()
    expect(beside.filter((name) => !name.startsWith('app.asar.unpacked/node_modules'))).toEqual([
      'app-update.yml',
      'app.asar',
      'app.asar.unpacked',
      'apparmor-profile',
      'package-type',
    ])
    expect(beside.filter((name) => /\.[^/]+$/.test(name) && !/\.(node|asar|unpacked|yml)$/.test(name))).toEqual([])
    expect(filesHolding(join(unpacked, 'resources'), canary)).toEqual([])
  })

  it('plays the demo from its one archive', async () => {
    app = await startPackagedApp({ executable: join(unpacked, 'parley'), userDataFolder: userData('unpacked') })
    await setUpDemo(app.page)
    await playDemo(app.page)
  })

  it('starts a server of the registry with the user’s Node after main’s dialog, and calls its tool after a yes', async () => {
    const lines = [wordsCome, modelCalls('c1', 'everything__echo', { message: 'rice' }), answerComes('c1'), ...modelSays('It says rice.')]
    server = await startFixtureServer({ fixture: liveRecording('servers', lines), speed: 4 })
    app = await startPackagedApp({
      executable: join(unpacked, 'parley'),
      userDataFolder: userData('servers', asAfterSetUp),
      environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
    })
    const { page } = app
    await page.locator('[data-composer]').waitFor()
    const everything = { ...realServer('everything'), command: 'node' }
    await agreeTo(() => callMain(page, 'toolServers.save', { server: everything, variables: {} }))
    await serversReady(page)
    await page.getByRole('textbox', { name: 'Type a message' }).fill('Let the server say rice')
    await page.keyboard.press('Enter')
    await page.getByText('everything__echo').first().waitFor()
    expect(JSON.stringify(server.received())).not.toContain('Echo: rice')
    await allowCard(page.locator('[data-approval]').last())
    await page.getByText('It says rice.').first().waitFor({ timeout: 60_000 })
    expect(JSON.stringify(server.received())).toContain('Echo: rice')
    expect(server.violations()).toEqual([])
  })

  it('can be driven by no other program, unless its environment says so', async () => {
    const start = run(
      join(unpacked, 'parley'),
      ['--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${join(folder, 'driven')}`],
      {
        env: { ...process.env, PARLEY_ALLOW_DEBUGGING: '' },
      },
    )
    await expect(start).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('does not let other programs drive it') })
  })
})

describe('the Debian package', () => {
  /** A system of its own for dpkg, which knows this computer's installed packages. */
  const system = () => join(folder, 'system')
  const dpkg = (...args: readonly string[]) =>
    run('fakeroot', ['dpkg', `--root=${system()}`, '--force-not-root', '--force-script-chrootless', ...args])
  const installed = (): readonly string[] =>
    readdirSync(system(), { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('var'))

  beforeAll(async () => {
    for (const place of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'usr/bin']) mkdirSync(join(system(), place), { recursive: true })
    cpSync('/var/lib/dpkg/status', join(system(), 'var/lib/dpkg/status'))
  })

  it('is installed, runs in the sandbox without a trace of the key, comes back from a crash, hands an update over, and goes without a rest', async () => {
    const before = installed()
    const name = readdirSync(folder).find((file) => file.endsWith('.deb')) ?? ''
    expect(name).toMatch(/^parley_[\d.]+_amd64\.deb$/)
    await dpkg('--install', join(folder, name))
    const entry = readFileSync(join(system(), 'usr/share/applications/parley.desktop'), 'utf8')
    expect(entry).toMatch(/^MimeType=.*x-scheme-handler\/parley;/m)
    expect(entry).toMatch(/^StartupWMClass=parley$/m)
    expect(existsSync(join(system(), 'usr/share/icons/hicolor/512x512/apps/parley.png'))).toBe(true)

    const userDataFolder = userData('installed')
    server = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 4 })
    app = await startPackagedApp({
      executable: join(system(), 'opt/Parley/parley'),
      userDataFolder,
      environment: { GOOGLE_GEMINI_BASE_URL: server.baseUrl, PATH: `${programsOnPaper()}:${process.env.PATH}` },
      sandboxed: true,
    })
    await setUpDemo(app.page)
    await playDemo(app.page)
    const pages = app.processes().filter(({ cmdline }) => cmdline.includes('--type=renderer'))
    expect(pages).not.toEqual([])
    for (const { status } of pages) {
      expect(status).toMatch(/^Seccomp:\t2$/m)
      expect(status).toMatch(/^NoNewPrivs:\t1$/m)
      expect(status).not.toMatch(/^Uid:\t0\t/m)
    }
    expect(app.processes().filter(({ cmdline }) => cmdline.includes('--no-sandbox'))).toEqual([])

    const heard = await hearEverything(app.page)
    await saveKey(app.page, canary)
    await app.page.getByRole('button', { name: 'New conversation' }).first().click()
    await app.page.getByRole('article').first().waitFor({ state: 'detached' })
    await app.page.getByRole('textbox', { name: 'Type a message' }).fill('Hello, can you hear me?')
    await app.page.keyboard.press('Enter')
    await server.waitFor((frames) => frames.length > 1)
    await app.page.getByText('Hello, can you hear me?').first().waitFor()
    expect(await heard()).toMatch(/key\.changed.*stream\.chunk/s)
    expect(await heard()).not.toContain(canary)
    expect(await everyAnswer(app.page)).not.toContain(canary)
    for (const { cmdline, environ } of app.processes()) expect(cmdline + environ).not.toContain(canary)

    const crash = await app.page.context().newCDPSession(app.page)
    void crash.send('Page.crash').catch(() => undefined)
    await app.page.waitForEvent('crash')
    // until its report is written, the page is still the crashed one
    const { reconnect } = app
    let { page } = app
    await vi.waitUntil(
      async () => {
        page = await reconnect()
        return page
          .getByText('Hello, can you hear me?')
          .first()
          .isVisible()
          .catch(() => false)
      },
      { timeout: 60_000, interval: 500 },
    )
    await page.getByText('Parley crashed and is back').waitFor()
    await page.getByRole('button', { name: 'Open About' }).click()
    await page.getByText(/^On this computer: \d+\. /).waitFor()
    expect(filesHolding(join(userDataFolder, 'Crashpad'), canary)).toEqual([])

    // no updates are looked for while a conversation is active
    const look = page.getByRole('button', { name: 'Check now' })
    await look.click()
    await page.getByText('Waiting for the conversation to end').waitFor()
    expect(updates.asked()).toEqual([])
    updates.offer('0.2.0', { honest: false })
    await stopSession(page)
    await page.getByText(/^Couldn’t update: sha512 checksum mismatch/).waitFor()
    updates.offer('0.2.0', { honest: true })
    await look.click()
    await page.getByText('0.2.0 is ready. It sings.').waitFor()
    await page.getByRole('button', { name: 'Restart to install 0.2.0' }).click()
    await app.ended
    expect(readFileSync(join(folder, 'programs', 'installed'), 'utf8')).toMatch(/dpkg -i \S+\/parley_0\.2\.0_amd64\.deb/)

    await app.close()
    app = null
    expect(filesHolding(userDataFolder, canary)).toEqual([])
    expect(readdirSync(userDataFolder)).toContain('logs')
    await dpkg('--purge', 'parley')
    expect(installed()).toEqual(before)
  })
})
