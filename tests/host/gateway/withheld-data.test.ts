import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Approval } from '../../../src/shared/approvals/approval'
import type { GatewayScope } from '../../../src/shared/gateway/gateway-client'
import type { JsonObject } from '../../../src/shared/lib/json'
import { builtDataFiles } from '../../support/data-files'
import { type GatewayRig, modelCall, startGateway } from '../../support/gateway-rig'
import { importChosen } from '../../support/import-chosen'
import { paperDesktop } from '../../support/paper-desktop'
import { tempFolder } from '../../support/temp-folder'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const NAME = 'Yamada Hanako'
const IBAN = 'DE02120300000000202051'
/** A text, and a latitude. */
const SECRET = '35.658034'

/** The app with a table of patients, whose model makes one call for a program with these scopes. */
async function withPatients(scopes: readonly GatewayScope[], name: string, args: JsonObject): Promise<GatewayRig> {
  const path = join(tempFolder(), 'patients.csv')
  writeFileSync(path, `name,iban\n${NAME},${IBAN}\n`)
  const rig = await startGateway({
    scopes,
    dataFiles: await builtDataFiles(),
    desktop: paperDesktop({ chooseFile: () => Promise.resolve(path) }),
    fixtures: [textRecording([words, chunk(modelCall('call', name, args)), finish(), answer('call'), says('Done.'), finish()])],
  })
  await importChosen(rig.app, await rig.app.call('source.choose', null))
  await rig.app.until(
    () =>
      rig.app
        .told('sources.changed')
        .at(-1)
        ?.sources.some(({ name, state }) => name === 'patients' && state.kind === 'ready') ?? false,
  )
  return rig
}

/** Everything that the program receives, in each of the two streaming dialects; the user approves everything. */
async function toldTo(
  rig: GatewayRig,
  id: string,
  onAsked: (question: Approval) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const asked = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Who is there?' }] }
  const asking = fetch(`${rig.url}/api/chat`, {
    method: 'POST',
    headers: { ...rig.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id, messages: [asked], clientTools: [] }),
  }).then((response) => response.text())
  const spoke = () => rig.app.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'text-delta')
  await rig.app.until(() => rig.app.told('approval.changed').length > 0 || spoke())
  const [question] = rig.app.told('approval.changed')
  if (question !== undefined) {
    const { approvalId, inputHash } = question
    await onAsked(question)
    await rig.app.call('approval.decide', { approvalId, inputHash, approved: true })
  }
  const told = await asking
  const hydrated = await fetch(`${rig.url}/api/ag-ui?threadId=${id}`, { headers: rig.headers })
  return `${told}\n${await hydrated.text()}`
}

/** The program answers a question by itself, which does not count. */
async function yesOfProgram(rig: GatewayRig, { approvalId, toolCallId, messageId, toolName, input }: Approval): Promise<void> {
  const approval = { id: approvalId, approved: true }
  const part = { type: 'dynamic-tool', toolName, toolCallId, input, state: 'approval-responded', approval }
  const yes = JSON.stringify({ id: 'chat-1', messages: [{ id: messageId, role: 'assistant', parts: [part] }], clientTools: [] })
  const headers = { ...rig.headers, 'content-type': 'application/json' }
  const response = await fetch(`${rig.url}/api/chat`, { method: 'POST', headers, body: yes })
  await response.body?.cancel()
  expect((await rig.app.call('app.bootstrap', null)).approvals.map(({ state }) => state)).toEqual(['requested'])
}

const query: JsonObject = { source: 'patients', sql: 'SELECT name, iban FROM patients', reason: 'To see who is there.' }

test('the names and types of tables are sent without approval, and never their values, to the model or to a program', async () => {
  const rig = await withPatients(['chat', 'data'], 'preview_schema', {})
  const told = await toldTo(rig, 'chat-1')
  expect(rig.app.told('approval.changed')).toEqual([])
  expect(told).toContain('patients (name TEXT, iban TEXT), 1 rows')
  const everything = JSON.stringify(rig.app.told('stream.chunk'))
  for (const secret of [NAME, IBAN]) {
    expect(told).not.toContain(secret)
    expect(everything).not.toContain(secret)
  }
})

test.each([
  ['preview_schema', {}],
  ['execute_sql', query],
] as const)(
  'a program without the scope of data gets nothing of what %s returned, in a stream or when it comes back',
  async (name, args) => {
    const rig = await withPatients(['chat'], name, args)
    const told = await toldTo(rig, 'chat-1')
    expect(told).toContain('"status":"withheld"')
    for (const secret of [NAME, IBAN, 'Sample shop', 'result_1', 'data-artifact']) expect(told).not.toContain(secret)
  },
)

test('a program without the scope of data can’t allow a query, from which the model would tell it: that is asked in Parley alone', async () => {
  const rig = await withPatients(['chat', 'approve-low', 'approve-medium'], 'execute_sql', query)
  const telling = toldTo(rig, 'chat-1', (question) => yesOfProgram(rig, question))
  expect(await telling).not.toContain('tool-approval-request')
})

const always = { kind: 'always' } as const
/** The user lets the calls of these tools run everywhere, by a rule and by a choice. */
async function allowEverywhere({ app }: GatewayRig, byRule: string, byChoice: string): Promise<void> {
  const rule = { ruleId: null, name: { en: 'r' }, tool: byRule, matchers: [], scope: always, effect: 'allow' } as const
  await app.call('rules.save', { rule })
  await app.call('tools.setDefault', { toolName: byChoice, effect: 'allow' })
}

test.each([
  ['read_clipboard', 'a rule', ['read_clipboard', 'read_file']],
  ['read_clipboard', 'a choice', ['read_file', 'read_clipboard']],
] as const)(
  'what %s reads is told to a program without the scope of data by a yes alone, also where %s of the user lets it run',
  async (name, _, [byRule, byChoice]) => {
    const rig = await withSecrets(['chat'], name, {})
    await allowEverywhere(rig, byRule, byChoice)
    const told = await toldTo(rig, 'chat-1', ({ rule }) => {
      expect(rule).toMatchObject({ name: { code: 'rule-no-data' } })
      return Promise.resolve()
    })
    expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'approved', 'executing', 'done'])
    expect(told).not.toContain(SECRET)
    const withData = await withSecrets(['chat', 'data'], name, {})
    await allowEverywhere(withData, byRule, byChoice)
    expect(await toldTo(withData, 'chat-1')).toContain(SECRET)
    expect(withData.app.told('approval.changed')).toEqual([])
  },
)

test('a program with the scope of data gets the rows that the user allowed', async () => {
  const rig = await withPatients(['chat', 'data'], 'execute_sql', query)
  expect(await toldTo(rig, 'chat-1')).toContain(IBAN)
})

/**
 * The app whose user has something on the clipboard, in a file, and is at a place that the page knows; its model makes one call for a
 * program with these scopes.
 */
async function withSecrets(scopes: readonly GatewayScope[], name: string, args: JsonObject): Promise<GatewayRig> {
  const path = join(tempFolder(), 'letter.txt')
  writeFileSync(path, SECRET)
  const rig = await startGateway({
    scopes,
    desktop: paperDesktop({ readClipboard: () => Promise.resolve(SECRET), chooseFile: () => Promise.resolve(path) }),
    fixtures: [textRecording([words, chunk(modelCall('call', name, args)), finish(), answer('call'), says('Done.'), finish()])],
  })
  const { app } = rig
  void app
    .until(() => app.told('tool.run').length > 0)
    .then(() => {
      const output = { latitude: Number(SECRET), longitude: 139, accuracy: 10 }
      return app.call('tool.settle', { toolCallId: app.told('tool.run')[0]?.toolCallId ?? '', outcome: { kind: 'result', output } })
    })
  return rig
}

test.each([
  ['read_clipboard', {}],
  ['read_file', { purpose: 'the letter' }],
  ['get_location', { exact: true }],
] as const)('a program without the scope of data can’t allow %s, and gets nothing of its result', async (name, args) => {
  const rig = await withSecrets(['chat', 'approve-low', 'approve-medium'], name, args)
  const told = await toldTo(rig, 'chat-1', (question) => yesOfProgram(rig, question))
  expect(told).not.toContain('tool-approval-request')
  expect(told).toContain('"status":"withheld"')
  expect(told).not.toContain(SECRET)
  const withData = await withSecrets(['chat', 'data'], name, args)
  expect(await toldTo(withData, 'chat-1')).toContain(SECRET)
})
