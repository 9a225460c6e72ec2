import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { leaveNothingOut } from '../../src/shared/fixtures/cleaner'
import { z } from '../../src/shared/lib/zod'
import { startInProcess } from '../support/app-in-process'
import { copyThenSay, type GatewayRig, startGateway } from '../support/gateway-rig'
import { jumpingClock } from '../support/jumping-clock'
import { paperDesktop } from '../support/paper-desktop'
import { smallDisk } from '../support/small-disk'
import { finish, says, textRecording, words } from '../support/text-recording'

const copies = copyThenSay('Copied.')
const greets = textRecording([words, says('Hello.'), finish()])

const endedSchema = z.looseObject({ type: z.enum(['tool-output-available', 'tool-output-denied', 'tool-output-error']) })

/** How the calls of the page's stream ended. */
const ends = ({ told }: GatewayRig['app']): readonly string[] =>
  told('stream.chunk').flatMap(({ chunk }) => endedSchema.safeParse(chunk).data?.type ?? [])
const states = ({ told }: GatewayRig['app']): readonly string[] => told('approval.changed').map(({ state }) => state)
const notices = ({ told }: GatewayRig['app']): readonly string[] => told('notice.shown').map(({ kind }) => kind)

/** A call of the model that waits for an answer. */
async function asked(app: GatewayRig['app']) {
  const before = states(app).filter((state) => state === 'requested').length
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Copy it.' })
  const questions = () => app.told('approval.changed').filter(({ state }) => state === 'requested')
  await app.until(() => questions().length > before)
  const { approvalId = '', inputHash = '' } = questions().at(-1) ?? {}
  return { conversationId, approvalId, inputHash }
}

test('on a full disk what the page asks for is refused in words and not half done, and is done when there is room', async () => {
  const disk = smallDisk()
  const exported = join(disk.folder, 'exported')
  const desktop = paperDesktop({ choosePlace: () => Promise.resolve(exported) })
  const app = await startInProcess({ fixtures: [greets], speed: 50, desktop, userDataFolder: join(disk.folder, 'data') })
  onTestFinished(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Hi' })
  await app.until(() => app.told('conversation.status').at(-1)?.activity === 'idle' && notices(app).length === 0)
  await app.until(() => app.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish'))
  const [said] = (await app.call('conversation.open', { conversationId })).messages
  const messageId = said?.id ?? ''
  const state = async () => ({
    rules: (await app.call('rules.list', null)).rules.length,
    tools: (await app.call('tools.list', null)).tools,
    clients: (await app.call('gateway.state', null)).clients,
    conversations: (await app.call('app.bootstrap', null)).conversations,
    messages: (await app.call('conversation.open', { conversationId })).messages,
  })
  const bytes = new Uint8Array(200_000).fill(65)
  const attach = async () => {
    const { uploadId } = await app.call('attachment.begin', { conversationId, fileName: 'a.txt', bytes: bytes.length })
    await app.call('attachment.piece', { uploadId, bytes, still: false })
    await app.call('attachment.finish', { uploadId })
  }
  const upload = async () => {
    const { uploadId } = await app.call('source.upload', { fileName: 'a.csv', bytes: bytes.length })
    await app.call('source.piece', { uploadId, bytes })
  }
  const exportCsv = async () => {
    const begun = await app.call('export.begin', { fileNames: ['a.csv'] })
    const exportId = begun.kind === 'place' ? (begun.files[0]?.exportId ?? '') : ''
    await app.call('export.piece', { exportId, bytes })
    await app.call('export.finish', { exportId })
  }
  const rule = {
    ruleId: null,
    name: { en: 'Copies', ja: 'コピー' },
    tool: 'write_clipboard',
    matchers: [],
    scope: { kind: 'always' },
    effect: 'allow',
  } as const
  const wishes: readonly (readonly [expected: RegExp, () => Promise<unknown>])[] = [
    [/^Error: disk-\w+: /, () => app.call('rules.save', { rule })],
    [/^Error: disk-\w+: /, () => app.call('tools.setDefault', { toolName: 'write_clipboard', effect: 'deny' })],
    [/^Error: disk-\w+: /, () => app.call('gateway.addClient', { name: 'late', scopes: ['chat'], origins: [] })],
    [/^Error: disk-\w+: /, () => app.call('conversation.pin', { conversationId, pinned: true })],
    [/^Error: disk-\w+: /, () => app.call('conversation.archive', { conversationId, archived: true })],
    [/^Error: attachment-not-stored: /, attach],
    [/^Error: export-(?:disk-full|not-saved|failed): /, exportCsv],
    [/^Error: export-not-saved: /, () => app.call('history.export', { conversationId: null, format: 'json' })],
    [/^Error: export-not-saved: /, () => app.call('audit.export', { format: 'json' })],
    [/^Error: backup-not-made: /, () => app.call('backup.make', null)],
    [
      /^Error: recording-not-saved: /,
      () => app.call('fixture.save', { conversationId, minutes: null, leaveOut: { ...leaveNothingOut, names: [] } }),
    ],
    [/^Error: upload-failed: /, upload],
    [/^Error: disk-\w+: /, () => app.call('branch.edit', { conversationId, messageId, text: 'Hello' })],
    [/^Error: disk-\w+: /, () => app.call('conversation.remove', { conversationId })],
  ]

  const before = await state()
  disk.fill()
  for (const [expected, wish] of wishes) {
    const said = await wish().then(
      () => 'done',
      (error: unknown) => String(error),
    )
    expect(said).toMatch(expected)
  }
  expect(await state()).toEqual(before)
  // a setting is in force, and the words say until when
  await expect(app.call('settings.update', { theme: 'dark' })).rejects.toThrow('settings-not-saved: Your change holds until you quit')
  expect((await app.call('app.bootstrap', null)).settings.theme).toBe('dark')

  disk.free()
  for (const [, wish] of wishes) await wish()
  expect((await app.call('gateway.state', null)).clients.map(({ name }) => name)).toEqual(['late'])
  await app.call('settings.update', { theme: 'dark' })
})

test('on a full disk a question ends with its time and with its conversation, a call that ran is answered, and all of it is stored when there is room', async () => {
  const disk = smallDisk()
  const clock = jumpingClock()
  let copying = (): void => undefined
  const desktop = paperDesktop({
    writeClipboard: () => {
      copying()
      return Promise.resolve()
    },
  })
  const app = await startInProcess({ fixtures: [copies], speed: 50, clock, desktop, userDataFolder: join(disk.folder, 'data') })
  onTestFinished(() => app.remove())
  await app.call('settings.update', { approvalSeconds: 3600 })

  const withdrawn = await asked(app)
  const expired = await asked(app)
  disk.fill()
  const decision = { approvalId: expired.approvalId, inputHash: expired.inputHash, approved: true }
  await expect(app.call('approval.decide', decision)).rejects.toThrow('approval-not-stored')
  await app.call('session.stop', { conversationId: withdrawn.conversationId })
  expect(states(app).at(-1)).toBe('withdrawn')
  clock.jump(3600_001)
  await app.until(() => ends(app).includes('tool-output-denied'))
  expect(states(app).at(-1)).toBe('expired')
  await expect(app.call('approval.decide', decision)).rejects.toThrow(/approval-(?:expired|not-stored)/)
  disk.free()

  const ran = await asked(app)
  copying = disk.fill
  await app.call('approval.decide', { approvalId: ran.approvalId, inputHash: ran.inputHash, approved: true })
  await app.until(() => ends(app).includes('tool-output-available'))
  await app.until(() => states(app).at(-1) === 'done')
  expect(notices(app)).toContain('store-unwritable')
  expect(await app.call('audit.list', { conversationId: ran.conversationId, limit: 1 })).toMatchObject({
    entries: [{ event: { kind: 'decided', decision: 'allowed' } }],
  })

  disk.free()
  clock.jump(6_000)
  await app.until(() => app.told('notice.gone').length === app.told('notice.shown').length)
  const trail = async (conversationId: string) => {
    const { entries, check } = await app.call('audit.list', { conversationId, limit: 1 })
    return [entries[0]?.event, check.brokenAt]
  }
  expect(await trail(withdrawn.conversationId)).toMatchObject([{ kind: 'decided', decision: 'withdrawn' }, null])
  expect(await trail(expired.conversationId)).toMatchObject([{ kind: 'decided', decision: 'expired' }, null])
  expect(await trail(ran.conversationId)).toMatchObject([{ kind: 'executed', outcome: 'done' }, null])
})

test('on a full disk the gateway lets clients in, answers them, and says what it could not store', async () => {
  const disk = smallDisk()
  const rig = await startGateway({ fixtures: [greets], userDataFolder: join(disk.folder, 'data') })
  onTestFinished(disk.free)
  const post = async (id: string, body: object) => {
    const response = await fetch(`${rig.url}/api/chat`, {
      method: 'POST',
      headers: { ...rig.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id, ...body }),
    })
    return { status: response.status, text: await response.text() }
  }
  const hi = { id: 'hi', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }
  const file = { type: 'file', mediaType: 'text/plain', url: `data:text/plain;base64,${Buffer.alloc(300_000, 65).toString('base64')}` }
  const submit = { trigger: 'submit-message', messages: [hi] }
  const regenerate = { trigger: 'regenerate-message', messages: [hi] }
  expect((await post('before', submit)).text).toContain('Hello.')

  disk.fill()
  expect(await post('full', submit)).toMatchObject({ status: 200, text: expect.stringContaining('Hello.') })
  const withFile = { trigger: 'submit-message', messages: [{ ...hi, parts: [...hi.parts, file] }] }
  expect(await post('file', withFile)).toMatchObject({ status: 422, text: expect.stringContaining('attachment-not-stored') })
  expect(await post('before', regenerate)).toMatchObject({ status: 507, text: expect.stringContaining('"disk-') })

  disk.free()
  expect(await post('before', regenerate)).toMatchObject({ status: 200, text: expect.stringContaining('Hello.') })
  expect(await post('file', withFile)).toMatchObject({ status: 200, text: expect.stringContaining('Hello.') })
})

test('on a full disk the app starts, and a question whose time was up meanwhile is denied', async () => {
  const disk = smallDisk()
  const userDataFolder = join(disk.folder, 'data')
  const clock = jumpingClock()
  const first = await startInProcess({ fixtures: [copies], speed: 50, clock, userDataFolder })
  const { conversationId } = await asked(first)
  await first.stop()
  clock.jump(3600_001)
  disk.fill()
  onTestFinished(disk.free)
  const second = await startInProcess({ fixtures: [copies], speed: 50, clock, userDataFolder })
  onTestFinished(() => second.remove())
  expect((await second.call('app.bootstrap', null)).approvals).toEqual([])
  const { messages } = await second.call('conversation.open', { conversationId })
  expect(JSON.stringify(messages)).toContain('output-denied')
})
