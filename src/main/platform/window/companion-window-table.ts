import type { CallName, EventName } from '../../../shared/ipc/contract'
import type { Dispatch } from '../../../shared/ipc/router'
import { failure } from '../../../shared/lib/result'

/** A window beside the app's own: its page, and all that this page may ask and hear. */
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

/** The windows there are beside the app's own. */
export const companionWindowTable = {
  /** The inspector: it reads, saves what it shows, and lets a recording misbehave. */
  inspector: {
    page: '/inspector.html',
    calls: [
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
  /** The talk overlay: what Parley hears, does and says, and the buttons on it. */
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
      'talk.toggle',
    ],
    events: ['overlay.view', 'overlay.level'],
    ...{ width: 360, height: 72, minWidth: 1, minHeight: 1 },
  },
  /** The small window for a question. */
  quick: {
    page: '/quick.html',
    calls: ['quick.open', 'quick.size', 'quick.draft', 'quick.send', 'quick.close'],
    events: ['quick.view'],
    ...{ width: 620, height: 96, minWidth: 1, minHeight: 1 },
  },
} as const satisfies Readonly<Record<string, CompanionWindow>>

export type CompanionWindowKind = keyof typeof companionWindowTable

/** Lets through what this window may call, and refuses all else before anything looks at it. */
export function narrowed(dispatch: Dispatch, kind: CompanionWindowKind): Dispatch {
  const allowed: readonly string[] = companionWindowTable[kind].calls
  return async (name, payload) =>
    allowed.includes(name) ? dispatch(name, payload) : failure('not-allowed', 'This window of Parley may not ask for that.')
}

/** Does this window hear of that event? */
export function receivesEvent(kind: CompanionWindowKind, name: string): boolean {
  const events: readonly string[] = companionWindowTable[kind].events
  return events.includes(name)
}

/** The window whose page has this path; null: none but the app's own has it. */
export function companionWindowAt(path: string): CompanionWindowKind | null {
  return (
    Object.keys(companionWindowTable)
      .filter(isKind)
      .find((kind) => companionWindowTable[kind].page === path) ?? null
  )
}

const isKind = (name: string): name is CompanionWindowKind => Object.hasOwn(companionWindowTable, name)
