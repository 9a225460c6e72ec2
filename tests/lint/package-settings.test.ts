import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { appId } from '../../src/main/platform/app-id'
import { projectFolder } from './planted-project'

const read = (name: string): string => readFileSync(path.join(projectFolder, name), 'utf8')
const settings = read('electron-builder.yml')
/** The lines of one part of the settings, without those of the next. */
const partOf = (name: string): string => new RegExp(`^${name}:\\n((?:[ #].*\\n|\\n)*)`, 'm').exec(settings)?.[1] ?? ''

describe('what is packaged', () => {
  it('sets all eight fuses, each to the safer value', () => {
    const fuses = Object.fromEntries(
      [...partOf('electronFuses').matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name = '', value]) => [name, value]),
    )
    expect(fuses).toEqual({
      runAsNode: 'false',
      enableCookieEncryption: 'true',
      enableNodeOptionsEnvironmentVariable: 'false',
      enableNodeCliInspectArguments: 'false',
      enableEmbeddedAsarIntegrityValidation: 'true',
      onlyLoadAppFromAsar: 'true',
      loadBrowserProcessSpecificV8Snapshot: 'false',
      grantFileProtocolExtraPrivileges: 'false',
    })
  })

  it('opens parley:// on every system, and asks macOS for the microphone, in the hardened runtime, and for nothing else', () => {
    expect(partOf('protocols')).toMatch(/^ {2}schemes: \[parley\]$/m)
    const mac = partOf('mac')
    expect(mac).toMatch(/^ {2}hardenedRuntime: true$/m)
    expect(mac).toMatch(/^ {4}NSMicrophoneUsageDescription: \S/m)
    for (const name of ['entitlements', 'entitlementsInherit']) {
      const file = new RegExp(`^ {2}${name}: (\\S+)$`, 'm').exec(mac)?.[1] ?? ''
      const asked = [...read(file).matchAll(/<key>([^<]+)<\/key>/g)].map(([, key]) => key)
      expect(asked).toEqual(['com.apple.security.cs.allow-jit', 'com.apple.security.device.audio-input'])
    }
  })

  it('is known to every system by the names that its windows have', () => {
    expect(/^appId: (\S+)$/m.exec(settings)?.[1]).toBe(appId)
    expect(read('src/main/platform/electron/platform.ts')).toContain("if (operatingSystem === 'win32') app.setAppUserModelId(appId)")
    const { name } = JSON.parse(read('package.json'))
    expect(partOf('linux')).toMatch(new RegExp(`^ {6}StartupWMClass: ${name}$`, 'm'))
  })

  it('lets the user of Windows choose, without rights for the whole computer, and keeps the data when it is removed', () => {
    const nsis = partOf('nsis')
    for (const line of [
      'oneClick: false',
      'perMachine: false',
      'allowToChangeInstallationDirectory: true',
      'deleteAppDataOnUninstall: false',
    ])
      expect(nsis).toContain(`  ${line}\n`)
  })
})
