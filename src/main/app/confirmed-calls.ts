import type { Approval } from '../../shared/approvals/approval'
import { toolMatches } from '../../shared/approvals/policy'
import type { RuleDraft } from '../../shared/approvals/policy-rule'
import { CallError, type Handlers } from '../../shared/ipc/router'
import type { Settings } from '../../shared/ipc/schemas'
import { hostOfService, readServiceAddress } from '../../shared/text/service-address'
import { translatorFor } from '../lib/translations'
import type { Confirmation, Desktop } from '../platform/desktop'
import { visibleText } from '../platform/native-prompt'
import type { ToolBox } from '../tool-calls/tool-registry'

/** Dependencies of the dialogs. */
export interface ConfirmedCallsOptions {
  /** Null if the page is the only user interface: there are no dialogs then. */
  readonly desktop: Pick<Desktop, 'confirm'> | null
  settings(): Settings
  readonly toolBox: Pick<ToolBox, 'tools'>
  openQuestion(approvalId: string): Approval | null
  locale(): string
  /** The user has agreed that the key goes to this host. */
  bindKey(host: string): Promise<void>
}

/** The scope and tools of an allowing rule, as far as its breadth depends on them. */
type Allowing = Pick<RuleDraft, 'tool' | 'effect' | 'scope' | 'matchers'>

/**
 * Calls after which data leaves this computer for somewhere new, or tools run without approval: main confirms them in a dialog of its
 * own first, because a compromised page could make them by itself. One dialog at a time: while one is open, others are refused.
 */
export function confirmedCalls(handlers: Handlers, options: ConfirmedCallsOptions): Handlers {
  const { desktop, settings, toolBox } = options
  let asking = false

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
    if (!read.ok || address === settings().serviceAddress) return
    const { host, url } = read.value
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

  async function askRule(rule: Allowing): Promise<void> {
    if (!isBroad(rule, toolBox)) return
    const limits = rule.matchers.map(({ argument, operator, value }) => `${argument} ${operator} ${JSON.stringify(value)}`)
    const detail = [i18n().t('dialog.tool', { tool: rule.tool }), ...limits].join('\n')
    await ask({ message: i18n().t('dialog.rule'), detail, accept: i18n().t('dialog.ruleAllow'), cancel: cancel() })
  }

  async function askRemembered(decision: Parameters<Handlers['approval.decide']>[0]): Promise<void> {
    const question = options.openQuestion(decision.approvalId)
    if (question === null || decision.remember?.scope !== 'always' || !decision.approved) return
    await askRule({ tool: question.toolName, effect: 'allow', scope: { kind: 'always' }, matchers: decision.remember.matchers })
  }

  return {
    ...handlers,
    async 'settings.update'(changes) {
      const { serviceAddress, tokenAddress, serverAddress } = changes
      const before = hostOfService(settings().serviceAddress)
      if (serviceAddress !== undefined) await askAddress(serviceAddress)
      if (tokenAddress !== undefined) await askTokens(tokenAddress)
      if (serverAddress !== undefined) await askServer(serverAddress)
      const updated = await handlers['settings.update'](changes)
      const after = hostOfService(settings().serviceAddress)
      if (desktop !== null && before !== after) await options.bindKey(after)
      return updated
    },
    async 'gateway.addClient'(wanted) {
      const detail = [...wanted.scopes, ...wanted.origins].join('\n')
      const message = i18n().t('dialog.client', { name: wanted.name })
      await ask({ message, detail, accept: i18n().t('dialog.clientAllow'), cancel: cancel() })
      return handlers['gateway.addClient'](wanted)
    },
    async 'server.connect'(wanted) {
      await askServer(wanted.address)
      return handlers['server.connect'](wanted)
    },
    async 'rules.save'(wanted) {
      await askRule(wanted.rule)
      return handlers['rules.save'](wanted)
    },
    async 'tools.setDefault'(wanted) {
      const { toolName: tool, effect } = wanted
      if (effect === 'allow') await askRule({ tool, effect, scope: { kind: 'always' }, matchers: [] })
      return handlers['tools.setDefault'](wanted)
    },
    async 'approval.decide'(decision) {
      await askRemembered(decision)
      return handlers['approval.decide'](decision)
    },
    async 'approval.decideAll'(wanted) {
      for (const decision of wanted.decisions) await askRemembered(decision)
      return handlers['approval.decideAll'](wanted)
    },
  }
}

const NOT_CONFIRMED = 'Nothing was changed, because it was not agreed to in the dialog of Parley.'

/**
 * Whether a rule lets calls with an effect run that nobody has seen: always for high risk, otherwise without a limit.
 */
function isBroad({ tool, effect, scope, matchers }: Allowing, { tools }: Pick<ToolBox, 'tools'>): boolean {
  if (effect !== 'allow' || scope.kind !== 'always') return false
  const meant = tools.filter(({ name }) => toolMatches(tool, name))
  return meant.some(({ risk }) => risk === 'high' || (risk === 'medium' && matchers.length === 0))
}
