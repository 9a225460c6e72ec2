import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { I18nProvider } from '../../src/renderer/i18n/i18n-provider'
import { createTranslator } from '../../src/renderer/i18n/translate'
import { createActions } from '../../src/renderer/state/actions'
import { ServicesProvider } from '../../src/renderer/state/context'
import { type AppStore, createAppStore } from '../../src/renderer/state/store'
import { createPlayedPositions } from '../../src/renderer/voice/played-positions'
import type { Artifact } from '../../src/shared/data/artifact'
import { createClient } from '../../src/shared/ipc/client'
import { type CallName, type EventName, events } from '../../src/shared/ipc/contract'

/** A refusal, as an answer of the script. */
export class Refusal {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/** Main's replies, by the name of the call; a function gets the request. */
export type Answers = { readonly [Name in CallName]?: unknown }

/** A part of the page in a document without layout. */
export interface DataPage {
  readonly place: HTMLElement
  readonly store: AppStore
  calls(name: CallName): readonly unknown[]
  /** The button with this name, anywhere. `click` finds switches too. */
  button(name: string): HTMLElement
  click(name: string): Promise<void>
  press(element: Element, key: string, change?: KeyboardEventInit): Promise<void>
  type(label: string, text: string): Promise<void>
  choose(label: string, value: string): Promise<void>
  emit(name: EventName, payload: unknown): Promise<void>
  until(condition: () => boolean): Promise<void>
}

/** Renders a part of the page with a scripted main. Boxes have the size `size`, because there is no layout. */
export async function showDataPage(
  shown: ReactNode,
  answers: Answers,
  {
    language = 'en',
    size = { width: 800, height: 600 },
  }: { readonly language?: string; readonly size?: { readonly width: number; readonly height: number } } = {},
): Promise<DataPage> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('ResizeObserver', NothingChanges)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(size.width)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(size.height)
  const asked: { readonly name: string; readonly payload: unknown }[] = []
  const listeners = new Set<(name: string, payload: unknown) => void>()
  const misfits: string[] = []
  const client = createClient(
    {
      async call(name, payload) {
        asked.push({ name, payload })
        const given = answers[name as CallName]
        const answer: unknown = typeof given === 'function' ? await given(payload) : given
        if (answer instanceof Refusal) return { ok: false, error: { code: 'refused', message: answer.message } }
        return { ok: true, value: answer ?? null }
      },
      onEvent(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    (what) => misfits.push(what),
  )
  const store = createAppStore(client)
  const music = { playing: () => null, onChange: () => () => undefined, stop: () => undefined }
  const services = { store, client, actions: createActions(store), music, heard: createPlayedPositions(), now: () => 0 }
  const place = document.body.appendChild(document.createElement('div'))
  place.dataset.region = 'panel'
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    if (misfits.length > 0) throw new Error(misfits.join('\n'))
  })
  await act(async () => {
    root.render(
      <ServicesProvider services={services}>
        <I18nProvider translator={createTranslator(language)}>{shown}</I18nProvider>
      </ServicesProvider>,
    )
  })

  const nameOf = (one: Element) => one.getAttribute('aria-label') ?? (labelOf(one) || one.textContent)?.trim()
  const find = (selector: string, name: string): HTMLElement => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => nameOf(one) === name)
    if (found === undefined) throw new Error(`there is no ${selector} ${name} in ${document.body.textContent}`)
    return found
  }
  const write = (field: HTMLElement, value: string) =>
    act(async () => {
      const { prototype } = [HTMLSelectElement, HTMLTextAreaElement].find((kind) => field instanceof kind) ?? HTMLInputElement
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    })
  return {
    place,
    store,
    calls: (name) => asked.flatMap((one) => (one.name === name ? [one.payload] : [])),
    button: (name) => find('button, [role="button"]', name),
    click: (name) => act(async () => find('button, [role="button"], [role="switch"]', name).click()),
    press: (element, key, change = {}) =>
      act(async () => {
        element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change }))
      }),
    type: (label, text) => write(find('input, textarea', label), text),
    choose: (label, value) => write(find('select', label), value),
    emit: (name, payload) =>
      act(async () => {
        for (const listener of listeners) listener(name, events[name].parse(payload))
      }),
    async until(condition) {
      for (let tries = 0; tries < 1000 && !condition(); tries += 1)
        // what the page does after a pause must also happen inside act
        await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
      if (!condition()) throw new Error(`not yet: ${document.body.textContent}`)
    },
  }
}

/** The text of a field's label; empty if it has none. */
function labelOf(one: Element): string {
  const named = document.getElementById(one.getAttribute('aria-labelledby') ?? '')
  if (named !== null) return named.textContent
  const isField = one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement
  return isField ? (one.labels?.[0]?.textContent ?? '') : ''
}

class NothingChanges implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** A stored result; `change` overrides its fields. */
export function keptResult(change: Partial<Artifact> = {}): Artifact {
  return {
    artifactId: 'artifact-1',
    conversationId: 'conversation-0',
    toolCallId: 'call-sql',
    title: 'Late share by day',
    sqlName: 'result_1',
    origin: { kind: 'source', sourceId: 'source-1', name: 'Orders' },
    sql: 'SELECT day, hub, late FROM days',
    columns: [
      { name: 'day', type: 'date' },
      { name: 'hub', type: 'text' },
      { name: 'late', type: 'integer' },
    ],
    rows: 27,
    originalRows: 27,
    cutBy: null,
    bytes: 4096,
    durationMs: 31,
    copiedAt: new Date(2026, 10, 27, 11, 21).getTime(),
    createdAt: new Date(2026, 10, 27, 11, 30).getTime(),
    expiresAt: new Date(2026, 11, 27, 11, 30).getTime(),
    state: 'here',
    ...change,
  }
}

/** Main's replies for a result with this many rows. */
export function rowsOf(total: number, row: (index: number) => readonly unknown[]) {
  return ({ from, count }: { readonly from: number; readonly count: number }) => ({
    rows: Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, index) => row(from + index)),
    total,
  })
}

/** A day of November and how much of it was late. */
export function dayRow(index: number): readonly unknown[] {
  return [`2026-11-${String((index % 27) + 1).padStart(2, '0')}`, 'Osaka', index * 3]
}
