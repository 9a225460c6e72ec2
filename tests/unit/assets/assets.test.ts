import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, voiceWorkerPolicy } from '../../../src/main/platform/security-policy'
import { assetPath, readAsset } from '../../../src/main/platform/static-assets'
import { tempFolder } from '../../support/temp-folder'

describe('the file that a path means', () => {
  it.each([
    ['/', 'index.html'],
    ['/index.html', 'index.html'],
    ['/assets/index-Bx_9-z.js', 'assets/index-Bx_9-z.js'],
    ['/fonts/inter@5.woff2', 'fonts/inter@5.woff2'],
  ])('for %s is %s', (path, file) => {
    expect(assetPath(path)).toBe(file)
  })

  it.each([
    '',
    'index.html',
    '//index.html',
    '/index.html/',
    '/../index.html',
    '/assets/../index.html',
    '/./index.html',
    '/.env.txt',
    '/assets/.hidden.js',
    '/%2e%2e/index.html',
    '/a%2fb.js',
    '/a\\b.js',
    '/a\0.js',
    '/a.js\n',
    '/a b.js',
    '/a?b.js',
    '/C:/a.js',
    '/page',
    '/page.exe',
    '/page.map',
    '/constructor',
    '/a.constructor',
  ])('for %j there is none', (path) => {
    expect(assetPath(path)).toBeNull()
  })

  it('never leaves the folder, whatever the path', () => {
    const piece = fc.oneof(fc.constantFrom('..', '.', '/', '\\', '%2e', '%2f', 'a', '.js', '\0', ':'), fc.string())
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const file = assetPath(`/${pieces.join('')}`)
        return file === null || (join('/page', file).startsWith('/page/') && !file.split('/').includes('..'))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('reading a file of the page', () => {
  function site(): string {
    const folder = tempFolder()
    const root = join(folder, 'renderer')
    mkdirSync(join(root, 'assets'), { recursive: true })
    writeFileSync(join(root, 'index.html'), '<!doctype html>')
    writeFileSync(join(root, 'assets', 'a.js'), 'export {}')
    writeFileSync(join(folder, 'outside.txt'), 'outside')
    symlinkSync(join(folder, 'outside.txt'), join(root, 'link.txt'))
    symlinkSync(folder, join(root, 'up'))
    return root
  }

  it('gives it with its type and the headers of the policy', async () => {
    const asset = await readAsset(site(), '/assets/a.js')
    expect(asset.status).toBe(200)
    expect(new TextDecoder().decode(asset.body)).toBe('export {}')
    expect(asset.headers).toEqual({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
    })
  })

  it.each(['/link.txt', '/up/outside.txt', '/up/renderer/../outside.txt', '/missing.js', '/assets', '/../outside.txt'])(
    'answers %s with 404',
    async (path) => {
      const asset = await readAsset(site(), path)
      expect(asset.status).toBe(404)
      expect(asset.headers['content-security-policy']).toBe(contentSecurityPolicy)
      expect(new TextDecoder().decode(asset.body)).not.toContain('outside')
    },
  )

  it('gives the built voice worker a policy of its own, and no other file', async () => {
    const root = site()
    const policyOf = async (name: string): Promise<string | undefined> => {
      writeFileSync(join(root, 'assets', name), 'export {}')
      return (await readAsset(root, `/assets/${name}`)).headers['content-security-policy']
    }
    expect(await policyOf('voice.worker-C0_-k1.js')).toBe(voiceWorkerPolicy)
    for (const name of ['voice.worker.js', 'a.voice.worker-C0.js', 'voice.worker-C0.html', 'voice.worker-C0.js.txt']) {
      expect(await policyOf(name)).toBe(contentSecurityPolicy)
    }
    writeFileSync(join(root, 'voice.worker-C0.js'), 'export {}')
    expect((await readAsset(root, '/voice.worker-C0.js')).headers['content-security-policy']).toBe(contentSecurityPolicy)
  })

  it('answers with 404 when there is no page at all', async () => {
    expect((await readAsset(join(tempFolder(), 'missing'), '/')).status).toBe(404)
  })
})
