import type { CallName, EventName } from '../../../shared/ipc/contract'
import type { Dispatch } from '../../../shared/ipc/router'
import { failure } from '../../../shared/lib/result'

/** A companion window: its page, and everything that this page may call and receive. */
export interface CompanionWindow {
  /** path of its page among the built ones */
  readonly page: `/${string}.html`
  readonly calls: readonly CallName[]
  readonly events: readonly EventName[]
  readonly width: number
  readonly height: number
  readonly minWidth: number
  readonly minHeight: number
}

/** The companion windows. */
export const companionWindowTable = {
  /** The inspector: it reads, saves what it shows, and lets a recording misbehave. */
  inspector: {
    page: '/inspector.html',
    calls: [
      'conversation.page',
      'inspector.window',
      'inspector.read',
      'inspector.showMessage',
      'fixture.preview',
      'fixture.save',
      'fixture.text',
      'replay.faults',
      'replay.misbehave',
      'replay.pace',
      'replay.watch',
    ],
    events: ['conversation.list', 'conversation.status', 'inspector.grew', 'inspector.show', 'replay.progress', 'settings.changed'],
    width: 1100,
    height: 820,
    minWidth: 420,
    minHeight: 420,
  },
  /** The talk overlay: shows what Parley hears, does and says, with its buttons. */
  overlay: {
    page: '/overlay.html',
    calls: [
      'overlay.open',
      'overlay.showParley',
      'overlay.showSettings',
      'overlay.size',
      'overlay.move',
      'overlay.hold',
      'overlay.dismiss',
      'overlay.answer',
      'overlay.stop',
      'overlay.mute',
      'overlay.choose',
      'sight.stop',
      'talk.toggle',
    ],
    events: ['overlay.view', 'overlay.level'],
    ...{ width: 360, height: 72, minWidth: 1, minHeight: 1 },
  },
  /** The popup window for a question. */
  quick: {
    page: '/quick.html',
    calls: ['quick.open', 'quick.size', 'quick.draft', 'quick.send', 'quick.close'],
    events: ['quick.view'],
    ...{ width: 620, height: 96, minWidth: 1, minHeight: 1 },
  },
} as const satisfies Readonly<Record<string, CompanionWindow>>

export type CompanionWindowKind = keyof typeof companionWindowTable

/** Passes the calls allowed for this window, and refuses all others before anything processes them. */
export function narrowed(dispatch: Dispatch, kind: CompanionWindowKind): Dispatch {
  const allowed: readonly string[] = companionWindowTable[kind].calls
  return async (name, payload) =>
    allowed.includes(name) ? dispatch(name, payload) : failure('not-allowed', 'This window of Parley may not ask for that.')
}

/** Whether this window receives that event. */
export function receivesEvent(kind: CompanionWindowKind, name: string): boolean {
  const events: readonly string[] = companionWindowTable[kind].events
  return events.includes(name)
}

/** The window whose page has this path; null: only the main window. */
export function companionWindowAt(path: string): CompanionWindowKind | null {
  return (
    Object.keys(companionWindowTable)
      .filter(isKind)
      .find((kind) => companionWindowTable[kind].page === path) ?? null
  )
}

const isKind = (name: string): name is CompanionWindowKind => Object.hasOwn(companionWindowTable, name)
