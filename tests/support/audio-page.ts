import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { pageTarget } from '../../scripts/build-targets.mjs'
import { readAsset } from '../../src/main/platform/static-assets'
import { goFirst, processOf } from './go-first'

/** The built test page on a loopback address, with the product page's headers. */
export interface AudioSite {
  readonly address: string
  close(): Promise<void>
}

/** Builds `tests/e2e/audio/page` as the product's page is built and serves it with the product's code. */
export async function serveAudioPage(): Promise<AudioSite> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-audio-page-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '../e2e/audio/page'),
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: pageTarget, minify: 'oxc', assetsInlineLimit: 0 },
  })
  const server = createServer((request, response) => {
    void readAsset(folder, request.url ?? '/').then((asset) => {
      response.writeHead(asset.status, asset.headers)
      response.end(asset.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the test page got no port')
  return {
    address: `http://127.0.0.1:${address.port}/`,
    async close() {
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The browser's microphone. `file`: a WAV, played once from the moment a stream is opened. */
export type FakeMicrophone =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'beep' }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused' }
  /** Beeps if the page's permission allows it; nobody answers for the user. */
  | { readonly kind: 'asked' }

/** Starts Chromium with that microphone; sound is played into nothing, but at its real speed. */
export async function launchChromium(microphone: FakeMicrophone, extra: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    headless: false,
    ignoreDefaultArgs: ['--mute-audio'],
    args: ['--headless=new', '--no-sandbox', ...microphoneFlags(microphone), ...extra],
  })
  goFirst(await processOf(browser))
  return browser
}

/** A new page of the site, ready for `window.audioTest`. */
export async function openAudioPage(browser: Browser, site: AudioSite, initScript?: () => void): Promise<Page> {
  const page = await browser.newPage()
  if (initScript) await page.addInitScript(initScript)
  // modules have run when the page is loaded; evaluating in the page would count as a user gesture
  await page.goto(site.address, { waitUntil: 'load' })
  return page
}

function microphoneFlags(microphone: FakeMicrophone): readonly string[] {
  const device = '--use-fake-device-for-media-stream'
  const grant = '--use-fake-ui-for-media-stream'
  switch (microphone.kind) {
    case 'file':
      return [grant, device, `--use-file-for-fake-audio-capture=${microphone.file}%noloop`]
    case 'beep':
      return [grant, device]
    case 'none':
      return [grant]
    case 'asked':
      return [device]
    case 'refused':
      return [device, '--deny-permission-prompts']
  }
}
