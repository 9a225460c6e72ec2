import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { autostartEntry, autostartFile, isAutostarted, setAutostart } from '../../../src/main/platform/window/autostart-entry'
import { closingAnswer, closingPrompt } from '../../../src/main/platform/window/closing'
import { tempFolder } from '../../support/temp-folder'

describe('starting at login on Linux', () => {
  it('is a file of the desktop that starts Parley in the background, and is removed when it is turned off', async () => {
    const environment = { XDG_CONFIG_HOME: await tempFolder() }
    expect(isAutostarted(environment)).toBe(false)
    setAutostart(true, environment, '/opt/Parley/parley', [])
    expect(isAutostarted(environment)).toBe(true)
    expect(await readFile(autostartFile(environment), 'utf8')).toContain('\nExec=/opt/Parley/parley --hidden\n')
    setAutostart(false, environment, '/opt/Parley/parley', [])
    setAutostart(false, environment, '/opt/Parley/parley', [])
    expect(isAutostarted(environment)).toBe(false)
  })

  it('is off if the user turned it off in the desktop’s own settings', async () => {
    const environment = { XDG_CONFIG_HOME: await tempFolder() }
    setAutostart(true, environment, '/opt/Parley/parley', [])
    const file = autostartFile(environment)
    await writeFile(file, (await readFile(file, 'utf8')).replace('enabled=true', 'enabled=false'))
    expect(isAutostarted(environment)).toBe(false)
  })

  it('starts an AppImage by its own file, and arguments with spaces as one', () => {
    expect(autostartEntry({ APPIMAGE: '/home/a b/Parley.AppImage' }, '/tmp/.mount_x/parley', [])).toContain(
      'Exec="/home/a b/Parley.AppImage" --hidden',
    )
    expect(autostartEntry({}, '/usr/bin/parley', ['/a$b'])).toContain('Exec=/usr/bin/parley "/a\\\\$b" --hidden')
    expect(autostartEntry({}, '/opt/100%/parley', [])).toContain('Exec=/opt/100%%/parley --hidden')
  })
})

describe('the dialog when the window is closed', () => {
  it('offers first to keep Parley running, in the user’s language; dismissing it changes nothing', () => {
    expect(closingPrompt('en-GB').buttons[0]).toBe('Keep it running')
    expect(closingPrompt('ja').buttons[1]).toBe('終了する')
    expect([0, 1, 2].map(closingAnswer)).toEqual(['background', 'quit', null])
  })
})
