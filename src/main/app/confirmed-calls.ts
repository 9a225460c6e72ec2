import type { Approval, Decision } from '../../shared/approvals/approval'
import type { RuleDraft } from '../../shared/approvals/policy-rule'
import { defaultHotkeys, type Hotkeys, hotkeyActions, keysOf, sameShortcut } from '../../shared/hotkeys/shortcut'
import type { CallRequest } from '../../shared/ipc/contract'
import { CallError, type Handlers, orRefuse } from '../../shared/ipc/router'
import type { Settings } from '../../shared/ipc/schemas'
import { displayText, messageOf } from '../../shared/messages/message'
import { launchDiffers, launchText } from '../../shared/servers/tool-server'
import { hostOfService, readServiceAddress } from '../../shared/text/service-address'
import { translatorFor } from '../lib/translations'
import type { Confirmation, Desktop } from '../platform/desktop'
import { visibleText } from '../platform/native-prompt'
import type { Platform } from '../platform/platform'
import type { ToolServers } from '../servers/tool-servers'
import type { PolicyStore } from '../tool-calls/policy/policy-store'
import { isBroad, type RuledTools, type RuleFacts, type RuleListChange, uncoveredRules } from '../tool-calls/policy/rule-breadth'
import type { ToolBox } from '../tool-calls/tool-registry'

/** Dependencies of the dialogs. */
export interface ConfirmedCallsOptions {
  /** `desktop` is null if the page is the only user interface: there are no dialogs then. */
  readonly platform: { readonly desktop: Pick<Desktop, 'confirm'> | null } & Pick<Platform, 'takePress' | 'operatingSystem'>
  settings(): Settings
  readonly toolBox: Pick<ToolBox, 'tools'>
  readonly policy: Pick<PolicyStore, 'list'>
  readonly toolServers: Pick<ToolServers, 'find' | 'list' | 'findSignIn' | 'ruledTools'>
  openQuestion(approvalId: string): Approval | null
  locale(): string
  /** As in `DesktopIntegration`. */
  takeSightWish(): boolean
  /** The user has agreed that the key goes to this host. */
  bindKey(host: string): Promise<void>
}

/** What a dialog shows of a rule. */
type ShownRule = RuleFacts & Pick<RuleDraft, 'mostPerDay'>

/** The questions of main's own dialogs. Each resolves if the user agreed or there is nothing to ask. One dialog at a time. */
function createConfirmations(options: ConfirmedCallsOptions) {
  const { settings, policy, toolServers } = options
  const { desktop } = options.platform
  let asking = false

  /** With those of servers that are switched off, which are switched on again without a dialog. */
  const everyTool = (): RuledTools => ({
    tools: [...options.toolBox.tools, ...toolServers.ruledTools()],
  })

  async function ask(question: Confirmation): Promise<void> {
    if (desktop === null) return
    if (asking) throw new CallError('not-confirmed', NOT_CONFIRMED)
    asking = true
    try {
      const shown = { ...question, message: visibleText(question.message), detail: visibleText(question.detail) }
      if (!(await desktop.confirm(shown))) throw new CallError('not-confirmed', NOT_CONFIRMED)
    } finally {
      asking = false
    }
  }

  const i18n = () => translatorFor(options.locale())
  const cancel = (): string => i18n().t('dialog.cancel')

  async function askAddress(address: string): Promise<void> {
    const read = readServiceAddress(address)
    if (address === settings().serviceAddress) return
    // without an address it is Google's again, which is another host for a key that was entered for this one
    if (!read.ok && hostOfService(settings().serviceAddress) === '') return
    const { host, url } = read.ok ? read.value : { host: GOOGLE_HOST, url: `https://${GOOGLE_HOST}` }
    const detail = `${url}\n\n${i18n().t('dialog.addressLine')}`
    await ask({ message: i18n().t('dialog.address', { host }), detail, accept: i18n().t('dialog.addressUse'), cancel: cancel() })
  }

  async function askTokens(address: string): Promise<void> {
    const read = readServiceAddress(address)
    if (!read.ok || address === settings().tokenAddress) return
    const { host, url } = read.value
    const detail = `${url}\n\n${i18n().t('dialog.tokensLine')}`
    await ask({ message: i18n().t('dialog.tokens', { host }), detail, accept: i18n().t('dialog.addressUse'), cancel: cancel() })
  }

  async function askServer(address: string): Promise<void> {
    if (address === '' || address === settings().serverAddress) return
    const host = URL.canParse(address) ? new URL(address).host : address
    const detail = `${address}\n\n${i18n().t('dialog.serverLine')}`
    await ask({ message: i18n().t('dialog.server', { host }), detail, accept: i18n().t('dialog.serverUse'), cancel: cancel() })
  }

  async function askWipe(): Promise<void> {
    const message = i18n().t(settings().serverAddress === '' ? 'storage.wipeQuestion' : 'storage.wipeQuestionServer')
    await ask({ message, detail: i18n().t('storage.wipeLine'), accept: i18n().t('storage.wipeYes'), cancel: cancel() })
  }

  async function askRule(rule: ShownRule): Promise<void> {
    if (isBroad(rule, everyTool())) await askAllowing(rule)
  }

  /** A rule that asks or denies may be all that holds back a broader one after it. */
  async function askUncovered(change: RuleListChange): Promise<void> {
    for (const rule of uncoveredRules(policy.list(), change, everyTool())) await askAllowing(rule)
  }

  async function askAllowing(rule: ShownRule): Promise<void> {
    const limits = rule.matchers.map(({ argument, operator, value }) => `${argument} ${operator} ${JSON.stringify(value)}`)
    const perDay = rule.mostPerDay === undefined ? [] : [displayText(messageOf('rule-limit-per-day', { most: rule.mostPerDay }), i18n())]
    const where = rule.scope.kind === 'conversation' ? [i18n().t('dialog.ruleHere')] : []
    const detail = [i18n().t('dialog.tool', { tool: rule.tool }), ...limits, ...perDay, ...where].join('\n')
    await ask({ message: i18n().t('dialog.rule'), detail, accept: i18n().t('dialog.ruleAllow'), cancel: cancel() })
  }

  async function askRemembered({ approvalId, approved, remember }: Decision): Promise<void> {
    const question = options.openQuestion(approvalId)
    if (question === null || remember === undefined || !approved) return
    const { toolName: tool, conversationId } = question
    const scope = remember.scope === 'always' ? ({ kind: 'always' } as const) : ({ kind: 'conversation', conversationId } as const)
    await askRule({ ...remember, tool, effect: 'allow', scope })
  }

  async function askClient({ name, scopes, origins }: Parameters<Handlers['gateway.addClient']>[0]): Promise<void> {
    const detail = [...scopes, ...origins].join('\n')
    await ask({ message: i18n().t('dialog.client', { name }), detail, accept: i18n().t('dialog.clientAllow'), cancel: cancel() })
  }

  return {
    ...createServerConfirmations(options, ask),
    ...createUnseenConfirmations(options, ask),
    askAddress,
    askTokens,
    askServer,
    askClient,
    askWipe,
    askRule,
    askUncovered,
    askRemembered,
  }
}

/** The questions about what a press that main saw answers, too. */
function createUnseenConfirmations(options: ConfirmedCallsOptions, ask: (question: Confirmation) => Promise<void>) {
  const { settings } = options
  const { desktop, takePress, operatingSystem } = options.platform
  const i18n = () => translatorFor(options.locale())

  async function askUnseen(message: string, of: readonly string[] = []): Promise<void> {
    const detail = [...of, i18n().t('dialog.unseenLine')].join('\n\n')
    await ask({ message, detail, accept: i18n().t('dialog.clientAllow'), cancel: i18n().t('dialog.cancel') })
  }

  /** What the user turned off is turned on again by a press that main saw, or a yes: a page that was taken over would gain by it. */
  async function askSwitches(changes: CallRequest<'settings.update'>): Promise<void> {
    const on = switchNames.filter((name) => changes[name] === true && !settings()[name])
    if (desktop === null || on.length === 0 || takePress('main', 0)) return
    for (const name of on) {
      await askUnseen(i18n().t('dialog.switch', { name: i18n().t(guardedSwitches[name]) }))
    }
  }

  /** A page that was taken over would learn when keys are pressed elsewhere, and could take one for the user's wish to show the screen. */
  async function askHotkeys(wanted: Partial<Hotkeys>): Promise<void> {
    const current = settings().hotkeys
    const changed = hotkeyActions.flatMap((action) => {
      const shortcut = wanted[action] ?? null
      return shortcut === null || sameShortcut(shortcut, current[action]) ? [] : [{ action, shortcut }]
    })
    if (desktop === null || changed.length === 0 || takePress('main', 0)) return
    for (const { action, shortcut } of changed) {
      const keys = keysOf(shortcut, operatingSystem).join(' + ')
      await askUnseen(i18n().t('dialog.switch', { name: `${i18n().t(`hotkeys.${action}`)}: ${keys}` }))
    }
  }

  /** The page sees what it captures, so a page that was taken over must not begin it by itself. */
  async function askSight({ kind }: CallRequest<'sight.begin'>): Promise<void> {
    if (desktop === null || options.takeSightWish()) return
    await askUnseen(i18n().t('sight.button'), [i18n().t(`sight.kind.${kind}`)])
  }

  return { askHotkeys, askSight, askSwitches }
}

/** The questions about MCP servers. */
function createServerConfirmations(
  { platform: { desktop }, toolServers, locale }: ConfirmedCallsOptions,
  ask: (question: Confirmation) => Promise<void>,
) {
  const i18n = () => translatorFor(locale())

  /** Nothing starts, and nothing is trusted, that the user did not see whole; without a dialog of main's own, nothing can be added. */
  async function askToolServer({ server, variables }: CallRequest<'toolServers.save'>): Promise<void> {
    const before = toolServers.find(server.name)
    const isKnown = before !== null && !launchDiffers(before, server) && Object.keys(variables).length === 0
    if (isKnown && (before.trusted || !server.trusted)) return
    if (desktop === null) throw new CallError('tool-server-desktop-only', NO_DIALOG)
    const launch = launchText(server)
    if (launch.length > LONGEST_LAUNCH || launch.split('\n').length > LAUNCH_LINES) throw new CallError('tool-server-too-long', TOO_LONG)
    const [message, line] =
      server.kind === 'address'
        ? [i18n().t('dialog.toolServerAddress', { host: new URL(server.address).host }), i18n().t('dialog.toolServerAddressLine')]
        : [i18n().t('dialog.toolServer', { name: server.name }), i18n().t('dialog.toolServerLine')]
    const detail = [launch, ...(server.trusted ? [i18n().t('servers.trust')] : []), line].join('\n\n')
    await ask({ message, detail, accept: i18n().t('dialog.toolServerAdd'), cancel: i18n().t('dialog.cancel') })
  }

  async function askChangedTool({ name, tool, definitionHash }: CallRequest<'toolServers.accept'>): Promise<void> {
    const shown = toolServers.list().find(({ server }) => server.name === name)
    const changed = shown?.tools.find((one) => one.ownName === tool && one.definitionHash === definitionHash)
    if (changed === undefined) return
    const message = i18n().t('dialog.serverTool', { tool: changed.title, server: name })
    const { description } = changed
    const cut = `${description.slice(0, LONGEST_DESCRIPTION)}…\n\n${i18n().t('dialog.serverToolCut')}`
    const detail = description.length <= LONGEST_DESCRIPTION ? description : cut
    await ask({
      message,
      detail,
      accept: i18n().t('dialog.serverToolUse'),
      cancel: i18n().t('dialog.cancel'),
    })
  }

  /** The browser opens a page that the server names, so its host is shown first. */
  async function askSignIn({ name }: CallRequest<'toolServers.signIn'>): Promise<void> {
    if (desktop === null) throw new CallError('tool-server-desktop-only', NO_DIALOG)
    const { host, issuer } = orRefuse(await toolServers.findSignIn(name))
    const detail = `${issuer}\n\n${i18n().t('dialog.signInLine')}`
    await ask({
      message: i18n().t('dialog.signIn', { server: name, host }),
      detail,
      accept: i18n().t('dialog.signInOpen'),
      cancel: i18n().t('dialog.cancel'),
    })
  }

  return { askToolServer, askChangedTool, askSignIn }
}

/**
 * Calls after which data leaves this computer for somewhere new, tools run without approval, or the audit trail and the backups are gone:
 * main confirms them in a dialog of its own first, because a compromised page could make them by itself. One dialog at a time: while one is open, others are refused.
 */
export function confirmedCalls(handlers: Handlers, options: ConfirmedCallsOptions): Handlers {
  const { settings } = options
  const confirm = createConfirmations(options)
  return {
    ...handlers,
    async 'settings.update'(changes) {
      const { serviceAddress, tokenAddress, serverAddress } = changes
      const before = hostOfService(settings().serviceAddress)
      await confirm.askSwitches(changes)
      if (changes.hotkeys !== undefined) await confirm.askHotkeys(changes.hotkeys)
      if (serviceAddress !== undefined) await confirm.askAddress(serviceAddress)
      if (tokenAddress !== undefined) await confirm.askTokens(tokenAddress)
      if (serverAddress !== undefined) await confirm.askServer(serverAddress)
      const updated = await handlers['settings.update'](changes)
      const after = hostOfService(settings().serviceAddress)
      if (options.platform.desktop !== null && before !== after) await options.bindKey(after)
      return updated
    },
    async 'gateway.addClient'(wanted) {
      await confirm.askClient(wanted)
      return handlers['gateway.addClient'](wanted)
    },
    async 'server.connect'(wanted) {
      await confirm.askServer(wanted.address)
      return handlers['server.connect'](wanted)
    },
    async 'hotkey.set'(wanted) {
      await confirm.askHotkeys({ [wanted.action]: wanted.shortcut })
      return handlers['hotkey.set'](wanted)
    },
    async 'hotkey.reset'(wanted) {
      await confirm.askHotkeys({ [wanted.action]: defaultHotkeys[wanted.action] })
      return handlers['hotkey.reset'](wanted)
    },
    async 'sight.begin'(wanted) {
      await confirm.askSight(wanted)
      return handlers['sight.begin'](wanted)
    },
    async 'storage.wipe'(wanted) {
      await confirm.askWipe()
      return handlers['storage.wipe'](wanted)
    },
    async 'toolServers.save'(wanted) {
      await confirm.askToolServer(wanted)
      return handlers['toolServers.save'](wanted)
    },
    async 'toolServers.accept'(wanted) {
      await confirm.askChangedTool(wanted)
      return handlers['toolServers.accept'](wanted)
    },
    async 'toolServers.signIn'(wanted) {
      await confirm.askSignIn(wanted)
      return handlers['toolServers.signIn'](wanted)
    },
    async 'rules.save'(wanted) {
      await confirm.askRule(wanted.rule)
      if (wanted.rule.ruleId !== null) await confirm.askUncovered({ kind: 'replace', ruleId: wanted.rule.ruleId })
      return handlers['rules.save'](wanted)
    },
    async 'rules.remove'(wanted) {
      await confirm.askUncovered({ kind: 'remove', ...wanted })
      return handlers['rules.remove'](wanted)
    },
    async 'rules.move'(wanted) {
      await confirm.askUncovered({ kind: 'move', ...wanted })
      return handlers['rules.move'](wanted)
    },
    async 'tools.setDefault'(wanted) {
      const { toolName: tool, effect } = wanted
      if (effect === 'allow') await confirm.askRule({ tool, effect, scope: { kind: 'always' }, matchers: [] })
      return handlers['tools.setDefault'](wanted)
    },
    async 'approval.decide'(decision) {
      await confirm.askRemembered(decision)
      return handlers['approval.decide'](decision)
    },
    async 'overlay.answer'(decision) {
      await confirm.askRemembered(decision)
      return handlers['overlay.answer'](decision)
    },
    async 'approval.decideAll'(wanted) {
      for (const decision of wanted.decisions) await confirm.askRemembered(decision)
      return handlers['approval.decideAll'](wanted)
    },
  }
}

/** Settings that let the page hear the user, other programs in, or Google keep what is typed, with their names. */
const guardedSwitches = { microphoneAllowed: 'settings.microphoneAllowed', gateway: 'gateway.on', storeAtGoogle: 'google.store' } as const
const switchNames = ['microphoneAllowed', 'gateway', 'storeAtGoogle'] as const

const GOOGLE_HOST = 'generativelanguage.googleapis.com'
const NOT_CONFIRMED = 'Nothing was changed, because it was not agreed to in the dialog of Parley.'
/** The most characters of a description that a dialog shows. */
const LONGEST_DESCRIPTION = 1500
const NO_DIALOG = 'Servers are added in the desktop app, which shows their command first. Nothing was changed.'
const TOO_LONG = 'The command is too long to be shown whole, so nothing was changed. Shorten it, for example with a file of settings.'
/** A longer text may be cut off at the edge of the screen. */
const LONGEST_LAUNCH = 1500
const LAUNCH_LINES = 24
