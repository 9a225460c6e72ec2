import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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

const exampleFolder = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))

/** The folder of an example, built with its own configuration. */
export async function builtExample(name: string, folder = exampleFolder(name)): Promise<string> {
  const outDir = tempFolder()
  await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'error', build: { outDir, emptyOutDir: true } })
  return outDir
}

/** A copy of an example with packages of its own, as its lock names them; they stay installed for the next run. */
export async function installedExample(name: string): Promise<string> {
  const folder = fileURLToPath(new URL(`../../node_modules/.cache/parley-examples/${name}`, import.meta.url))
  await mkdir(folder, { recursive: true })
  await cp(exampleFolder(name), folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await promisify(execFile)('npm', args, { cwd: folder })
  return folder
}
