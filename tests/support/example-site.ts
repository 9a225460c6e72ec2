import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { build } from 'vite'
import { onTestFinished } from 'vitest'
import { readAsset } from '../../src/main/platform/static-assets'
import { tempFolder } from './temp-folder'

/** Serves a folder as a site of its own; returns its port. */
export async function serveSite(folder: string): Promise<number> {
  const server = createServer((request, response) => {
    void readAsset(folder, request.url ?? '/').then((asset) => {
      // the page's own policy: what it allows, the gateway has to refuse
      response.writeHead(asset.status, { 'content-type': asset.headers['content-type'] ?? 'text/html' })
      response.end(asset.body)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the site got no port')
  return address.port
}

/** A page in a browser of its own. */
export async function openBrowserPage(...args: readonly string[]): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    headless: false,
    args: ['--headless=new', '--no-sandbox', '--host-resolver-rules=MAP evil.example 127.0.0.1', ...args],
  })
  onTestFinished(() => browser.close())
  // what the policy of its answers stops has to be refused without it, too
  return browser.newPage({ bypassCSP: true })
}

/** The folder of an example, built with its own configuration. */
export async function builtExample(name: string): Promise<string> {
  const outDir = tempFolder()
  const configFile = fileURLToPath(new URL(`../../examples/${name}/vite.config.ts`, import.meta.url))
  await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  return outDir
}
