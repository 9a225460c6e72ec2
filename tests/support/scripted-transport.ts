/** One call the page made. */
export interface RecordedCall {
  readonly name: string
  readonly payload: unknown
}

/** A test's handle of the scripted main inside the page. */
export interface ScriptedMain {
  readonly calls: RecordedCall[]
  /** Sends an event to the page. */
  emit(name: string, payload: unknown): void
  /** Changes settings as main would. */
  changeSettings(change: Readonly<Record<string, unknown>>): void
  /** The reply to each call. */
  readonly answers: Record<string, (payload: Record<string, unknown>) => unknown>
  /** Refuses this call from now on. */
  refuse(name: string, message: string, code?: string): void
}

declare global {
  interface Window {
    scriptedMain: ScriptedMain
  }
}

/** The parts of `app.bootstrap`'s reply and the stored messages that the script replies with. */
export interface ScriptedWorld {
  readonly bootstrap: { readonly [name: string]: unknown }
  /** Stored messages by conversation. */
  readonly messages: { readonly [conversationId: string]: readonly unknown[] }
  /** the decisions about the calls of the first conversation */
  readonly calls?: readonly unknown[]
  /** the forks of the first conversation's thread */
  readonly forks?: readonly unknown[]
  /** the possible hits of a search, filtered by its words */
  readonly hits?: readonly unknown[]
  readonly tools?: readonly unknown[]
  readonly rules?: readonly unknown[]
  readonly backups?: readonly unknown[]
  /** the reply to `gateway.state` */
  readonly gateway?: unknown
  /** the files of the draft, and the bytes of every image in base64 */
  readonly draftFiles?: readonly unknown[]
  readonly picture?: string
  /** the replies to `diagnostics.collect` and `log.read` */
  readonly diagnosis?: { readonly collect: unknown; readonly log: unknown }
  /** the recording of the first conversation, for the inspector */
  readonly recorded?: { readonly events: readonly { readonly index: number }[]; readonly steps: readonly unknown[] }
  /** the audit trail, newest entry first */
  readonly trail?: readonly unknown[]
  /** the rows of every stored result */
  readonly rows?: readonly (readonly unknown[])[]
  /** fixed replies to further calls, by name */
  readonly answers?: { readonly [name: string]: unknown }
}

/**
 * Puts a `Transport` on `window.parley` whose calls are answered by a small main in the page's own memory. Runs inside
 * the page (`page.addInitScript`), so it uses nothing from outside itself.
 */
export function installScriptedMain(world: ScriptedWorld): void {
  type Json = Record<string, unknown>
  const listeners = new Set<(name: string, payload: unknown) => void>()
  const refusals = new Map<string, { readonly code: string; readonly message: string }>()
  const calls: RecordedCall[] = []
  const bootstrap: Json = structuredClone(world.bootstrap)
  const emit = (name: string, payload: unknown) => {
    if (name === 'approval.changed') {
      const known = (bootstrap.approvals as Json[]).filter((approval) => approval.approvalId !== (payload as Json).approvalId)
      bootstrap.approvals = [...known, payload]
    }
    for (const listener of listeners) listener(name, payload)
  }
  const statusOf = (conversationId: unknown): Json => {
    const statuses = bootstrap.statuses as Json[]
    const known = statuses.find((status) => status.conversationId === conversationId)
    if (known !== undefined) return known
    return {
      conversationId,
      session: { phase: 'off' },
      activity: 'idle',
      activitySince: 0,
      model: 'gemini-3.8-live',
      firstSoundMs: null,
      usage: null,
      cost: null,
      startedAt: null,
      replay: null,
    }
  }
  const opened = ({ conversationId }: Json): Json => {
    const conversations = bootstrap.conversations as Json[]
    const summary = conversations.find((one) => one.conversationId === conversationId)
    const thread = world.messages[String(conversationId)] ?? []
    return {
      summary: summary ?? {
        conversationId,
        title: '',
        updatedAt: Date.now(),
        hasVoice: false,
        openApprovals: 0,
        pinned: false,
        archived: false,
      },
      status: statusOf(conversationId),
      messages: thread.slice(-200),
      earlier: Math.max(0, thread.length - 200),
      nextSeq: 0,
      calls: world.calls ?? [],
      forks: world.forks ?? [],
    }
  }
  let created = 0
  const removedOnes = new Map<unknown, Json>()
  /** Changes one listed conversation, removes it from the list (null) or adds it, and notifies the page. */
  const relist = (conversationId: unknown, change: Json | null): null => {
    const listed = bootstrap.conversations as Json[]
    const known = listed.find((one) => one.conversationId === conversationId) ?? removedOnes.get(conversationId)
    const others = listed.filter((one) => one.conversationId !== conversationId)
    if (change === null && known !== undefined) removedOnes.set(conversationId, known)
    bootstrap.conversations = change === null ? others : [...others, { ...known, ...change }]
    const changed = change === null ? [] : (bootstrap.conversations as Json[]).slice(-1)
    const removed = change === null ? [conversationId] : []
    emit('conversation.list', { changed, removed, currentConversationId: bootstrap.currentConversationId })
    return null
  }
  let tools = structuredClone(world.tools ?? []) as Json[]
  let rules = structuredClone(world.rules ?? []) as { number: number; uses: number; rule: Json }[]
  const renumber = () => {
    rules = rules.map(({ rule, uses }, index) => ({ number: index + 1, uses, rule }))
  }
  const answers: Record<string, (payload: Json) => unknown> = {
    'app.bootstrap': () => bootstrap,
    'conversation.create': () => {
      created += 1
      return {
        conversationId: `created-${created}`,
        title: '',
        updatedAt: Date.now(),
        hasVoice: false,
        openApprovals: 0,
        pinned: false,
        archived: false,
      }
    },
    'conversation.open': opened,
    'models.list': () => ({
      origin: 'built-in',
      fetchedAt: null,
      problem: null,
      live: [{ model: 'gemini-3.8-live', name: 'Gemini 3.8 Live', description: '', inputTokenLimit: null, deprecated: false }],
      text: ['gemini-3.8-flash', 'gemini-4-argon', 'gemini-3.7-flash'].map((model) => ({
        model,
        name: model === 'gemini-4-argon' ? 'Gemini 4 Argon' : model,
        description: '',
        inputTokenLimit: null,
        deprecated: model === 'gemini-3.7-flash',
      })),
      image: [{ model: 'gemini-nano-banana-2.1', name: 'Nano Banana 2.1', description: '', inputTokenLimit: null, deprecated: false }],
    }),
    'conversation.earlier': ({ conversationId, messageId }) => {
      const thread = (world.messages[String(conversationId)] ?? []) as readonly Json[]
      const end = thread.findIndex(({ id }) => id === messageId)
      const earlier = Math.max(0, end - 1000)
      return { messages: thread.slice(earlier, end), earlier }
    },
    'branch.show': opened,
    'branch.find': opened,
    'branch.begin': opened,
    'branch.edit': opened,
    'branch.again': opened,
    'artifact.rows': ({ from, count }) => {
      const rows = world.rows ?? []
      return { rows: rows.slice(from as number, (from as number) + (count as number)), total: rows.length }
    },
    'export.begin': () => ({ kind: 'page' }),
    'history.search': ({ text, within }) => ({
      hits: (world.hits ?? []).filter(
        (hit) =>
          JSON.stringify(hit).toLowerCase().includes(String(text).toLowerCase()) &&
          (within === undefined || (hit as Json).conversationId === within),
      ),
    }),
    'storage.facts': () => ({ onDisk: true, conversations: 9, bytes: 2_480_000, backups: world.backups ?? [] }),
    'backup.make': () => ({ backups: world.backups ?? [] }),
    'backup.preview': () => ({ conversations: 42, missing: 3 }),
    'backup.restore': () => ({ restored: 3 }),
    'history.export': ({ format }) => ({ kind: 'saved', fileName: `conversations.${String(format)}` }),
    'diagnostics.collect': () =>
      world.diagnosis?.collect ?? {
        bundleId: 'bundle-0',
        fileName: 'parley-diagnostics.txt',
        text: 'Parley diagnostics',
        findings: [],
        recordings: [],
      },
    'updates.state': () => ({ phase: 'ready', version: '2.0.0', notes: 'Answers begin sooner.' }),
    'crashes.list': () => ({ reports: [{ name: 'b1c2.dmp', at: 1_795_795_200_000, bytes: 48_000 }] }),
    'diagnostics.save': () => ({ kind: 'saved', fileName: 'parley-diagnostics.txt' }),
    'inspector.open': ({ onlyIfOpen }) => ({ opened: onlyIfOpen !== true }),
    'inspector.window': () => {
      const { version, runtime, platform, operatingSystem, systemLocale } = bootstrap
      const { settings, conversations, nextConversations, currentConversationId, statuses } = bootstrap
      const installation = { version, runtime, platform, operatingSystem, systemLocale }
      return { ...installation, settings, conversations, nextConversations, currentConversationId, statuses, messageId: null }
    },
    'inspector.read': ({ fromEvent, fromStep }) => {
      const { events, steps } = world.recorded ?? { events: [], steps: [] }
      return {
        events: events.slice(Number(fromEvent)),
        steps: steps.slice(Number(fromStep)),
        nextEvent: events.length,
        nextStep: steps.length,
        more: false,
        lost: false,
      }
    },
    'replay.faults': () => ({ faults: [{ name: 'quota', family: 'close', what: 'The quota is used up.', times: 1 }] }),
    'log.read': () => world.diagnosis?.log ?? { entries: [], more: false },
    'history.import': () => ({ conversationIds: ['a', 'b'], messages: 9 }),
    'draft.read': () => ({ text: '', attachments: world.draftFiles ?? [] }),
    'attachment.read': ({ from }) => ({
      bytes: from === 0 ? Uint8Array.from(atob(world.picture ?? ''), (letter) => letter.charCodeAt(0)) : new Uint8Array(),
    }),
    'conversation.rename': ({ conversationId, title }) => relist(conversationId, { title }),
    'conversation.pin': ({ conversationId, pinned }) => relist(conversationId, { pinned }),
    'conversation.archive': ({ conversationId, archived }) => relist(conversationId, { archived }),
    'conversation.remove': ({ conversationId }) => relist(conversationId, null),
    'conversation.restore': ({ conversationId }) => relist(conversationId, {}),
    'settings.update': (change) => {
      bootstrap.settings = { ...(bootstrap.settings as Json), ...change }
      emit('settings.changed', bootstrap.settings)
      return bootstrap.settings
    },
    'key.save': () => {
      bootstrap.key = { ...(bootstrap.key as Json), source: 'settings' }
      emit('key.changed', bootstrap.key)
      return bootstrap.key
    },
    'key.remove': () => {
      bootstrap.key = { ...(bootstrap.key as Json), source: 'none' }
      emit('key.changed', bootstrap.key)
      return bootstrap.key
    },
    'approval.decide': ({ approvalId, approved, reason, editedInput }) => {
      const approvals = bootstrap.approvals as Json[]
      const known = approvals.find((approval) => approval.approvalId === approvalId)
      const approval = {
        ...known,
        state: approved === true ? 'approved' : 'denied',
        decidedAt: Date.now(),
        reason: reason ?? null,
        editedInput: editedInput ?? null,
      }
      emit('approval.changed', approval)
      return { approval }
    },
  }
  Object.assign(answers, {
    'approval.decideAll': ({ decisions }: Json) => ({
      results: (decisions as Json[]).map((decision) => ({ kind: 'decided', ...(answers['approval.decide']?.(decision) as Json) })),
    }),
    'elicitations.list': () => ({ elicitations: [] }),
    'tools.list': () => ({ tools }),
    'tools.setDefault': ({ toolName, effect }: Json) => {
      tools = tools.map((tool) => (tool.name === toolName ? { ...tool, approval: effect, hiddenFromModel: effect === 'deny' } : tool))
      return { tools }
    },
    'rules.list': () => ({ rules }),
    'rules.save': ({ rule, place }: Json) => {
      const draft = rule as Json
      const known = rules.findIndex((one) => one.rule.ruleId === draft.ruleId)
      const saved = { ...draft, ruleId: draft.ruleId ?? `rule-new-${rules.length}`, origin: 'user', createdAt: Date.now() }
      if (known < 0) rules.splice(typeof place === 'number' ? place - 1 : 0, 0, { number: 0, uses: 0, rule: saved })
      else rules[known] = { number: known + 1, uses: 0, rule: saved }
      renumber()
      return { saved: rules.find((one) => one.rule === saved), rules }
    },
    'rules.remove': ({ ruleId }: Json) => {
      const at = rules.findIndex((one) => one.rule.ruleId === ruleId)
      const [gone] = rules.splice(at, 1)
      renumber()
      return { rule: gone?.rule, place: at + 1, rules }
    },
    'rules.move': ({ ruleId, place }: Json) => {
      const at = rules.findIndex((one) => one.rule.ruleId === ruleId)
      rules.splice((place as number) - 1, 0, ...rules.splice(at, 1))
      renumber()
      return { rules }
    },
    'approval.preview': ({ input }: Json) => {
      const amount = Number((input as Json).amount)
      const money = `¥${amount.toLocaleString('en')}`
      const tooFine = { argument: 'amount', problem: { code: 'argument-decimals', values: { currency: 'JPY' } } }
      return {
        question: Number.isInteger(amount)
          ? { en: `Pay Hoshino Print ${money} from the studio account?`, ja: `studio口座からHoshino Printに${money}を支払いますか？` }
          : null,
        faults: Number.isInteger(amount) ? [] : [tooFine],
        denial: amount >= 200_000 ? { number: 1, name: { en: 'no large payments', ja: '高額の支払いは拒否' } } : null,
      }
    },
    'rules.try': ({ input }: Json) => {
      const tooMuch = Number((input as Json).amount) >= 200_000
      const deciding = tooMuch ? 1 : 3
      return {
        effect: tooMuch ? 'deny' : 'ask',
        number: deciding,
        name: tooMuch ? { en: 'no large payments', ja: '高額の支払いは拒否' } : { en: 'payments always ask', ja: '支払いは必ず確認' },
        trail: rules.slice(0, deciding).map(({ number, rule }) => ({
          number,
          name: rule.name,
          verdict: number === deciding ? 'decides' : number === 1 ? 'other-arguments' : 'other-tool',
        })),
      }
    },
    'audit.list': ({ toolName, kind, before, limit }: Json) => {
      const entries = (world.trail ?? []) as { number: number; subject: Json; event: Json }[]
      return {
        entries: entries
          .filter((entry) => toolName === undefined || entry.subject.toolName === toolName)
          .filter((entry) => kind === undefined || entry.event.kind === kind)
          .filter((entry) => before === undefined || entry.number < (before as number))
          .slice(0, limit as number),
        check: { entries: entries.length, brokenAt: null },
      }
    },
    'server.state': () => ({ phase: 'off', fault: null, waiting: 0, at: null, hasToken: false, storage: 'keyring' }),
    'gateway.state': () => world.gateway ?? { port: null, problem: null, clients: [] },
    'source.list': () => ({ sources: [] }),
    'toolServers.list': () => ({ servers: [] }),
    'gateway.addClient': ({ name, scopes, origins }: Json) => ({
      client: { clientId: 'client-new', name, scopes, origins, createdAt: 0, lastUsedAt: null },
      token: `parley-${'T0ken_'.repeat(7)}x`,
    }),
    'audit.export': ({ format }: Json) => ({ kind: 'text', fileName: `parley-audit.${format}`, text: `the trail as ${format}` }),
  } satisfies typeof answers)
  Object.defineProperty(window, 'parley', {
    value: {
      async call(name: string, payload: unknown) {
        calls.push({ name, payload })
        const refusal = refusals.get(name)
        if (refusal !== undefined) return { ok: false, error: refusal }
        const answer = answers[name]
        const fixed = world.answers?.[name]
        if (fixed !== undefined) return { ok: true, value: structuredClone(fixed) }
        return { ok: true, value: answer === undefined ? null : structuredClone(answer(payload as Json)) }
      },
      onEvent(listener: (name: string, payload: unknown) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  const changeSettings = (change: Readonly<Record<string, unknown>>) => void answers['settings.update']?.(change)
  const refuse = (name: string, message: string, code = 'refused') => void refusals.set(name, { code, message })
  window.scriptedMain = { calls, emit, changeSettings, answers, refuse }
}
