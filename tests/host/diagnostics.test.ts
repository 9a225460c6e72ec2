import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openLog } from '../../src/main/lib/log/open-log'
import { systemClock } from '../../src/main/lib/system-clock'
import { calls } from '../../src/shared/ipc/contract'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { paperDesktop } from '../support/paper-desktop'
import { runParley } from '../support/run-parley'
import { tempFolder } from '../support/temp-folder'

const key = 'AIzaSyCanary-0123456789_abcdefghijklmnop'
const said = 'the canary sang at midnight'
const device = 'The headset of Mina Hoshino'
const everything = { settings: true, log: true, recordings: [] }

let app: InProcessApp | null = null
afterEach(async () => {
  await app?.remove()
  app = null
})

/** A used data folder, with private data in every place that a bundle could take it from. */
async function used(): Promise<string> {
  const folder = tempFolder()
  await mkdir(join(folder, 'saved-recordings'))
  await writeFile(join(folder, 'saved-recordings', 'kept.jsonl'), `{"said":${JSON.stringify(said)},"key":"${key}"}\n`)
  const log = openLog({ folder: join(folder, 'logs'), clock: systemClock, homeFolder: homedir(), secrets: () => [] })
  log.error('call failed', { error: new Error(`no such file ${homedir()}/letters/to-anna.txt`), url: `wss://host/?key=${key}` })
  return folder
}

describe('a diagnostics bundle', () => {
  it('is saved exactly as shown, and contains nothing private', async () => {
    const userDataFolder = await used()
    const place = join(tempFolder(), 'bundle.txt')
    const desktop = paperDesktop({ choosePlace: () => Promise.resolve(place) })
    app = await startInProcess({
      fixtures: [await bundledFixture('weather')],
      userDataFolder,
      desktop,
      environment: { GEMINI_API_KEY: key },
    })
    await app.call('settings.update', {
      instruction: said,
      loudspeakerLabel: device,
      microphoneId: device,
      serviceAddress: 'http://127.0.0.1:9',
    })
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('conversation.rename', { conversationId, title: said })

    const shown = await app.call('diagnostics.collect', { sound: null, choices: everything })
    expect(shown.text).toContain('call failed')
    expect(shown.text).toContain('instruction: set')
    for (const secret of [key, said, device, homedir(), '127.0.0.1:9']) expect(shown.text).not.toContain(secret)
    expect(await app.call('diagnostics.save', { bundleId: shown.bundleId })).toEqual({ kind: 'saved', fileName: 'bundle.txt' })
    expect(await readFile(place, 'utf8')).toBe(shown.text)
  })

  it('contains settings, log and a recording only if the user chose them, and of a recording no key', async () => {
    app = await startInProcess({ fixtures: [await bundledFixture('weather')], userDataFolder: await used() })
    const bare = await app.call('diagnostics.collect', { sound: null, choices: { settings: false, log: false, recordings: [] } })
    expect(bare.recordings.map(({ name }) => name)).toEqual(['kept.jsonl'])
    expect(bare.text).not.toMatch(/no such file|instruction:|canary/)
    const chosen = { settings: false, log: true, recordings: ['kept.jsonl', '../logs/parley.log', '../parley.db'] }
    const full = await app.call('diagnostics.collect', { sound: null, choices: chosen })
    expect(full.text).toContain(said)
    expect(full.text).not.toContain(key)
    expect(full.text.match(/^Recording /gm)).toHaveLength(1)
    // without a dialog the page gets exactly that text, and only the last one is available
    expect(await app.call('diagnostics.save', { bundleId: full.bundleId })).toMatchObject({ kind: 'text', text: full.text })
    await expect(app.call('diagnostics.save', { bundleId: bare.bundleId })).rejects.toThrow('diagnostics-gone')
  })

  it('offers what was saved or opened anywhere before, and contains no key, token, handle, path or device', async () => {
    const elsewhere = tempFolder()
    const place = join(elsewhere, 'My payment.jsonl')
    const desktop = paperDesktop({ choosePlace: () => Promise.resolve(place) })
    app = await startInProcess({
      fixtures: [await bundledFixture('weather')],
      speed: 1000,
      userDataFolder: await used(),
      desktop,
      environment: { GEMINI_API_KEY: '' },
    })
    await app.call('settings.update', { loudspeakerLabel: device, microphoneId: device, instruction: said })
    const { conversationId } = await app.call('conversation.create', null)
    await app.call('text.send', { conversationId, text: `Keep ${key} and ${homedir()}/letters/to-anna.txt for me` })
    const running = app
    await running.until(() => running.told('stream.chunk').some(({ chunk, role }) => role === 'assistant' && chunk.type === 'finish'))
    const leaveOut = { transcripts: false, values: false, sound: false, paths: true, names: ['for me'] }
    await app.call('fixture.save', { conversationId, minutes: null, leaveOut })
    const offered = await app.call('diagnostics.collect', { sound: null, choices: everything })
    expect(offered.recordings.map(({ name }) => name).sort()).toEqual(['My payment.jsonl', 'kept.jsonl'])
    expect(offered.text).not.toContain('parley-fixture')
    const choices = { settings: true, log: true, recordings: ['My payment.jsonl'] }
    const whole = await app.call('diagnostics.collect', { sound: null, choices })
    expect(whole.text.includes('"format":"parley-fixture"')).toBe(true)
    expect(whole.text.includes('Keep [redacted]')).toBe(true)
    for (const secret of [key, device, homedir(), elsewhere, 'for me']) expect(whole.text.includes(secret)).toBe(false)
    expect(/"newHandle":"(?!\[redacted\])/.test(whole.text)).toBe(false)
  })

  it('has its log read by the page, cleaned', async () => {
    app = await startInProcess({ fixtures: [await bundledFixture('weather')], userDataFolder: await used() })
    const { entries } = calls['log.read'].reply.parse(await app.call('log.read', null))
    expect(entries.map(({ event, level }) => ({ event, level }))).toEqual([{ event: 'call failed', level: 'error' }])
    expect(JSON.stringify(entries)).not.toContain(homedir())
  })
})

describe('parley doctor', () => {
  it('prints its findings a line each, as an object, or as the bundle, and changes nothing', async () => {
    const folder = await used()
    const lines = await runParley(['doctor', '--data', folder])
    expect(lines.code).toBe(0)
    expect(lines.output).toMatch(/^✓ runtime .*Parley/m)
    expect(lines.output).toMatch(/^△ log .*1 of failures, the last: call failed$/m)
    const { output } = await runParley(['doctor', '--data', folder, '--json'])
    expect(JSON.parse(output)).toMatchObject({
      findings: expect.arrayContaining([{ check: 'store', state: 'good', words: 'No conversation is saved yet' }]),
    })
    const bundle = await runParley(['doctor', '--data', folder, '--bundle'])
    expect(bundle.output).toContain('call failed')
    for (const secret of [key, said, homedir()]) expect(bundle.output).not.toContain(secret)
    const named = await runParley(['doctor', '--data', folder, '--bundle', '--recording', 'kept.jsonl'])
    expect(named.output).toContain(said)
    expect(named.output).not.toContain(key)
    const unknown = await runParley(['doctor', '--data', folder, '--bundle', '--recording', '../parley.db'])
    expect(unknown).toMatchObject({ code: 2, output: '' })
    expect(unknown.problems).toContain('There are: kept.jsonl')
  })

  it('ends with 1 if a check failed and with 2 if its arguments are wrong', async () => {
    const folder = tempFolder()
    await writeFile(join(folder, 'parley.db'), 'this is no database')
    const broken = await runParley(['doctor', '--data', folder])
    expect(broken).toMatchObject({ code: 1, problems: '' })
    expect(broken.output).toMatch(/^✗ store /m)
    expect(await runParley(['doctor', '--what'])).toMatchObject({ code: 2, output: '' })
    expect(await runParley(['doctor', '--json', '--bundle'])).toMatchObject({ code: 2, output: '' })
  })
})
