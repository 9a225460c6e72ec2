import { countingIds } from '../../src/shared/lib/ids'
import type { PlacedChunk } from '../../src/shared/protocol/chunks'
import { createAgUiWriter } from '../../src/shared/protocol/dialects/ag-ui'
import { createAiSdkWriter } from '../../src/shared/protocol/dialects/ai-sdk'
import { createConfirmation } from '../../src/shared/protocol/dialects/confirmation'
import { createTanstackWriter } from '../../src/shared/protocol/dialects/tanstack-legacy'
import { SAMPLE_ANSWERS } from './sample-chunks'

/** Writes chunks in one dialect; returns the names of what it wrote. */
type Namer = (placed: PlacedChunk) => readonly string[]

/** A fresh writer of each dialect for one conversation. */
const DIALECTS: readonly { readonly title: string; readonly open: () => Namer }[] = [
  {
    title: 'AI SDK 6',
    open: () => {
      const writer = createAiSdkWriter()
      return (placed) => writer.push(placed).flatMap((event) => (event.type === 'chunk' ? [event.chunk.type] : []))
    },
  },
  {
    title: 'AI SDK 6, confirmation the ADK way',
    open: () => {
      const confirmation = createConfirmation({ form: 'adk', newId: countingIds() })
      const writer = createAiSdkWriter()
      const told = (placed: PlacedChunk) => writer.push(placed).flatMap((event) => (event.type === 'chunk' ? [event.chunk.type] : []))
      return (placed) => confirmation.push(placed).flatMap(told)
    },
  },
  {
    title: 'AG-UI',
    open: () => {
      const writer = createAgUiWriter({ newId: countingIds(), threadId: 'thread-1' })
      return (placed) => writer.push(placed).map(({ type }) => type)
    },
  },
  {
    title: 'older TanStack',
    open: () => {
      const writer = createTanstackWriter({ now: () => 0, model: 'gemini' })
      return (placed) => writer.push(placed).map(({ type }) => type)
    },
  },
]

/** What the writers of the dialects make of each chunk type, as a Markdown table: they are asked, so it can't be wrong. */
export function dialectTable(): string {
  const columns = DIALECTS.map(({ open }) => eventsByChunk(open))
  const types = [...new Set(SAMPLE_ANSWERS.flat().map(({ chunk }) => chunk.type))].sort()
  const rows = types.map((type) => `| \`${type}\` | ${columns.map((column) => cell(column.get(type))).join(' | ')} |`)
  const titles = DIALECTS.map(({ title }) => title)
  return [`| chunk | ${titles.join(' | ')} |`, `|---|${titles.map(() => '---|').join('')}`, ...rows].join('\n')
}

function eventsByChunk(open: () => Namer): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const answer of SAMPLE_ANSWERS) {
    const namesOf = open()
    for (const placed of answer) {
      const events = found.get(placed.chunk.type) ?? new Set()
      found.set(placed.chunk.type, events)
      for (const name of namesOf(placed)) events.add(name)
    }
  }
  return found
}

function cell(events: ReadonlySet<string> | undefined): string {
  return events === undefined || events.size === 0 ? '–' : [...events].map((name) => `\`${name}\``).join(' ')
}
