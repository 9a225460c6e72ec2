import type { Page } from 'playwright'
import { listFixtures } from '../../../src/main/replay/simulator/list-fixtures'
import { firstWeather } from '../../../src/main/replay/simulator/recording-order'
import { summarizeFixture } from '../../../src/main/replay/simulator/summarize-fixture'
import type { SettingsSection } from '../../../src/renderer/state/app-state'
import type { Elicitation } from '../../../src/shared/servers/elicitation'
import type { ContentItem } from '../../../src/shared/servers/server-content'
import { decidedCalls, rulesWithMade, showMadeRule } from '../../support/call-line-world'
import { describeScreens, type Language, type Screen } from '../../support/describe-screens'
import { worldRules, worldTools, worldTrail } from '../../support/scripted-tools'
import type { ScriptedWorld } from '../../support/scripted-transport'
import { showSection } from '../../support/show-section'
import { callMessages, parcelMessages, paymentMessages } from '../../support/ui-messages'
import { makeWorld, paymentQuestion, replayStatus, worldNow } from '../../support/ui-worlds'

const kept = { tools: worldTools, rules: worldRules, trail: worldTrail }
const withKey = { key: { source: 'settings', storage: 'keyring', ending: '8fQ2' } } as const

const { fixtures } = await listFixtures('fixtures')
const demos = firstWeather(fixtures.map(({ fixture }) => fixture)).map(summarizeFixture)

const screens: Readonly<Record<string, Screen>> = {
  gallery: {
    world: (language) => makeWorld({ language, bootstrap: { fixtures: demos } }),
    reach: async (page) => {
      await page.locator('[data-opens-demos]').click()
      await page.locator('[data-demo]').first().waitFor()
    },
  },
  main: {
    world: (language) =>
      makeWorld({
        language,
        messages: paymentMessages(language),
        bootstrap: {
          approvals: [paymentQuestion()],
          talk: { phase: 'listening', talkId: 'talk-1', held: true, since: worldNow - 4000 },
          statuses: [replayStatus({ activity: 'waiting' })],
        },
      }),
  },
  questions: {
    world: (language) =>
      makeWorld({
        language,
        messages: paymentMessages(language),
        bootstrap: {
          approvals: [
            paymentQuestion({ risk: 'medium' }),
            paymentQuestion({
              approvalId: 'approval-2',
              toolCallId: 'call-2',
              conversationId: 'conversation-1',
              messageId: 'answer-elsewhere',
              expiresAt: worldNow + 290_000,
            }),
            paymentQuestion({ approvalId: 'approval-3', toolCallId: 'call-3', state: 'denied', decidedAt: worldNow - 60_000 }),
          ],
          statuses: [replayStatus({ activity: 'waiting' })],
        },
      }),
    reach: async (page) => {
      await page.locator('header button[aria-pressed]').click()
      await page.locator('[data-region="panel"]').waitFor()
    },
  },
  usage: {
    world: (language) => makeWorld({ language, messages: paymentMessages(language), bootstrap: { statuses: [replayStatus()] } }),
    reach: async (page) => {
      await page.getByRole('button', { name: '≈' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  calls: {
    world: (language) => makeWorld({ language, messages: callMessages(), kept: { calls: decidedCalls, rules: rulesWithMade } }),
    reach: showMadeRule,
  },
  'card-more': {
    world: paymentWorld,
    reach: async (page) => {
      await page.locator('[data-approval]:not([data-unarmed])').waitFor()
      await page
        .locator('[data-approval]')
        .getByRole('button', { name: /More answers|ほかの回答/ })
        .click()
      await page.getByRole('menu').waitFor()
    },
  },
  'card-editing': {
    world: paymentWorld,
    reach: async (page) => {
      await openEditor(page)
      await page.locator('[data-argument="amount"]').fill('486,000')
      await page
        .locator('[data-editing]')
        .getByText(/no large payments|高額の支払い/)
        .waitFor()
    },
  },
  'card-always': {
    world: paymentWorld,
    reach: async (page) => {
      await page.locator('[data-approval]:not([data-unarmed])').waitFor()
      await page
        .locator('[data-approval]')
        .getByRole('button', { name: /More answers|ほかの回答/ })
        .click()
      await page.locator('[data-action="always"]').click()
      await page.locator('[data-limit]').first().waitFor()
    },
  },
  rules: {
    world: (language) => makeWorld({ language, kept }),
    reach: async (page) => {
      await openSettings(page, 'rules')
      await page.locator('[data-rule="rule-1"]').waitFor()
    },
  },
  'rules-new': {
    world: (language) => makeWorld({ language, kept }),
    reach: async (page) => {
      await openSettings(page, 'rules')
      await page.getByRole('button', { name: /New rule|新しいルール/ }).click()
      await page.locator('[data-limit="amount"] input[type="checkbox"]').check()
    },
  },
  'rules-try': {
    world: (language) => makeWorld({ language, kept }),
    reach: async (page) => {
      await openSettings(page, 'rules')
      await page.getByRole('button', { name: /Try a call|呼び出しを試す/ }).click()
      await page.getByRole('button', { name: /See what|判断を見る/ }).click()
      await page.locator('form ol').waitFor()
    },
  },
  audit: {
    world: (language) => makeWorld({ language, kept }),
    reach: async (page) => {
      await openSettings(page, 'audit')
      await page.locator('[data-entry="3"] button').click()
    },
  },
  speaking: {
    world: (language) =>
      makeWorld({
        language,
        messages: parcelMessages(language),
        bootstrap: { ...withKey, statuses: [replayStatus({ activity: 'speaking', replay: null })] },
      }),
  },
  empty: { world: (language) => makeWorld({ language }) },
  error: {
    world: (language) =>
      makeWorld({
        language,
        messages: parcelMessages(language).slice(0, 2),
        bootstrap: {
          ...withKey,
          statuses: [
            replayStatus({
              replay: null,
              session: { phase: 'failed', cause: 'quota', detail: 'code 1011: You exceeded your current quota' },
            }),
          ],
        },
      }),
  },
  'settings-general': {
    world: (language) => makeWorld({ language, settings: { contrast: 'more' } }),
    reach: (page) => openSettings(page, 'general'),
  },
  'settings-search': {
    world: (language) => makeWorld({ language }),
    reach: async (page) => {
      await openSettings(page, 'general')
      await page.getByRole('searchbox').fill('Parley')
    },
  },
  'settings-voice': {
    world: (language) => makeWorld({ language }),
    reach: (page) => openSettings(page, 'voice'),
  },
  'settings-session': {
    world: (language) => makeWorld({ language, settings: { endOfSpeech: 'service' } }),
    reach: async (page) => {
      await openSettings(page, 'session')
      await page.getByRole('textbox').last().fill('Call me Ann. 和菓子の店をしています。')
    },
  },
  'settings-key': {
    world: (language) => makeWorld({ language, settings: { serviceAddress: 'http://127.0.0.1:8080/gemini' } }),
    reach: (page) => openSettings(page, 'key'),
  },
  'settings-servers': {
    world: (language) => makeWorld({ language, kept: { answers: { 'toolServers.list': { servers: threeServers } } } }),
    reach: async (page) => {
      await openSettings(page, 'servers')
      await page.getByText(/Compare|比較/).click()
    },
  },
  'settings-servers-sign-in': {
    world: (language) => makeWorld({ language, kept: { answers: { 'toolServers.list': { servers: threeSignIns } } } }),
    reach: (page) => openSettings(page, 'servers'),
  },
  'settings-servers-empty': {
    world: (language) => makeWorld({ language, kept: { answers: { 'toolServers.list': { servers: [] } } } }),
    reach: (page) => openSettings(page, 'servers'),
  },
  'settings-servers-pasted': {
    world: (language) => makeWorld({ language, kept: { answers: { 'toolServers.list': { servers: [] } } } }),
    reach: async (page) => {
      await openSettings(page, 'servers')
      await page.getByRole('textbox', { name: /as JSON|設定のJSON/ }).fill(pastedServers)
    },
  },
  elicitation: {
    world: (language) =>
      makeWorld({
        language,
        messages: paymentMessages(language),
        kept: { answers: { 'elicitations.list': { elicitations: [elicitation] } } },
      }),
    reach: async (page) => {
      const card = page.locator('[data-elicitation]:not(:has([aria-disabled="true"]))')
      await card.waitFor()
      await card.locator('button[type="submit"]').click()
    },
  },
  'server-content': {
    world: (language) =>
      makeWorld({
        language,
        kept: { answers: { 'toolServers.list': { servers: threeSignIns }, 'toolServers.content': { items: offered } } },
      }),
    reach: async (page) => {
      await page.keyboard.press('Control+K')
      await page.locator('[data-entry="server content"]').click()
      await page.getByRole('searchbox').waitFor()
    },
  },
  'settings-programs': {
    world: (language) => makeWorld({ language, settings: { gateway: true }, kept: { gateway: twoPrograms } }),
    reach: async (page) => {
      await openSettings(page, 'programs')
      await page.getByRole('button', { name: /Create token|トークンを作る/ }).waitFor()
    },
  },
  'settings-programs-token': {
    world: (language) => makeWorld({ language, settings: { gateway: true }, kept: { gateway: { ...twoPrograms, clients: [] } } }),
    reach: async (page) => {
      await openSettings(page, 'programs')
      await page.getByRole('textbox', { name: /Name of the program|プログラムの名前/ }).fill('Script')
      await page.getByRole('button', { name: /Create token|トークンを作る/ }).click()
      await page.getByRole('textbox', { name: /^Token for|トークン/ }).waitFor()
    },
  },
}

const pastedServers = JSON.stringify({
  mcpServers: {
    files: { command: 'npx', args: ['-y', 'files-server', '/home/ann/A folder with a long name'], env: { FILES_KEY: `$\{input:key}` } },
    keyed: { url: 'https://tickets.example.com/mcp', headers: { Authorization: 'x' } },
  },
})

const offered: readonly ContentItem[] = [
  { kind: 'resource', title: 'Calendar of the studio', description: 'All events of this week, with their places', uri: 'cal:/week' },
  {
    ...{ kind: 'template', title: 'One day', description: '', template: 'cal:/day/{day}' },
    arguments: [{ name: 'day', description: '', required: true }],
  },
  { kind: 'prompt', title: 'Plan a meeting', description: 'Finds a time that suits everybody', name: 'plan', arguments: [] },
]

const asked = { description: 'As on your card.', required: true } as const
/** A form of a server with a field of each kind, one of which is not filled in. */
const elicitation: Elicitation = {
  ...{ elicitationId: 'question-1', server: 'library', conversationId: 'conversation-1', toolCallId: 'call-1' },
  ...{ askedAt: worldNow, expiresAt: worldNow + 100_000 },
  request: {
    kind: 'form',
    message: 'Which book do you want to reserve?\nIt is yours for a week.',
    fields: [
      { ...asked, name: 'name', title: 'Full name', kind: 'text', format: 'plain', shortest: 1, longest: 100, value: '' },
      { ...asked, name: 'copies', title: 'Copies', kind: 'number', integer: true, least: 1, most: 3, value: 1 },
      { ...asked, name: 'branch', title: 'Branch', kind: 'choice', options: [{ value: 'a', title: 'North' }], value: 'a' },
      {
        ...{ ...asked, name: 'format', title: 'Format', kind: 'choices', least: 1, most: 2, value: ['paper'] },
        options: [
          { value: 'paper', title: 'Paper' },
          { value: 'sound', title: 'Audio book' },
        ],
      },
      { ...asked, name: 'remind', title: 'Remind me', required: false, kind: 'boolean', value: true },
    ],
  },
}

const command = { kind: 'command', on: true, trusted: false, command: 'npx', variables: [], folder: '' } as const
const serverTool = { ownName: 'read', name: 'notes__read', title: 'Read notes', risk: 'medium', definitionHash: 'hash' } as const
const usable = { ...serverTool, description: 'Reads the notes in a folder.', state: { kind: 'usable' } } as const
/** One server that runs and has changed a tool, one that failed, and one that is off. */
const threeServers = [
  {
    server: { ...command, name: 'notes', args: ['-y', 'notes-server', '/home/ann/Notes'] },
    state: { phase: 'ready' },
    tools: [
      usable,
      {
        ...usable,
        ...{ ownName: 'write', name: 'notes__write', title: 'Write notes' },
        state: {
          kind: 'changed',
          before: '{ "description": "Writes a note." }',
          after: '{ "description": "Writes a note and shares it." }',
        },
      },
    ],
    output: '',
    signIn: { kind: 'none' },
  },
  {
    server: { ...command, name: 'maps', command: 'uvx', args: ['maps-server'], variables: ['MAPS_KEY'] },
    state: { phase: 'failed', why: { code: 'server-uv-missing', values: { command: 'uvx', path: '/usr/local/bin:/usr/bin:/bin' } } },
    tools: [],
    output: 'error: no key',
    signIn: { kind: 'none' },
  },
  {
    server: { kind: 'address', name: 'tickets', on: false, trusted: true, address: 'https://tickets.example.com/mcp' },
    state: { phase: 'stopped' },
    tools: [usable],
    output: '',
    signIn: { kind: 'none' },
  },
]

const calendar = { kind: 'address', on: true, trusted: false, address: 'https://calendar.example.com/mcp' } as const
const unsigned = { phase: 'failed', why: { code: 'server-sign-in', values: {} } } as const
/** Servers of the web: one whose sign-in has ended, one where a page is open in the browser, and one that runs. */
const threeSignIns = [
  {
    server: { ...calendar, name: 'calendar' },
    ...{ state: unsigned, tools: [], output: '' },
    signIn: { kind: 'wanted', again: true, why: { code: 'server-sign-in-late', values: {} } },
  },
  {
    server: { ...calendar, name: 'mail', address: 'https://mail.example.com/mcp' },
    ...{ state: unsigned, tools: [], output: '' },
    signIn: { kind: 'waiting', host: 'login.example.com' },
  },
  {
    server: { ...calendar, name: 'files', address: 'https://files.example.com/mcp' },
    ...{ state: { phase: 'ready' }, tools: [usable], output: '' },
    signIn: { kind: 'in', host: 'login.example.com' },
  },
]

const twoPrograms = {
  port: 8790,
  problem: null,
  clients: [
    {
      clientId: 'client-1',
      name: 'An editor with a rather long name that wraps onto two lines',
      scopes: ['chat', 'live', 'data', 'approve-low', 'approve-medium'],
      origins: ['http://localhost:3000'],
      createdAt: worldNow - 86_400_000,
      lastUsedAt: worldNow - 60_000,
    },
    { clientId: 'client-2', name: 'Script', scopes: ['chat'], origins: [], createdAt: worldNow - 60_000, lastUsedAt: null },
  ],
}

/** The payment conversation with its approval open. */
function paymentWorld(language: Language): ScriptedWorld {
  return makeWorld({
    language,
    messages: paymentMessages(language),
    bootstrap: { approvals: [paymentQuestion()], statuses: [replayStatus({ activity: 'waiting' })] },
  })
}

async function openEditor(page: Page): Promise<void> {
  await page.locator('[data-approval]:not([data-unarmed])').waitFor()
  await page.locator('[data-answer="edit"]').click()
  await page.locator('[data-editing]').waitFor()
}

async function openSettings(page: Page, section: SettingsSection): Promise<void> {
  await page.keyboard.press('Control+Comma')
  await page.locator('[data-region="settings"]').waitFor()
  await showSection(page, section)
}

describeScreens(screens)
