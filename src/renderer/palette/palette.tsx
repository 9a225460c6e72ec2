import { Dialog } from '@base-ui/react/dialog'
import { CornerDownLeft, Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { longestSearch } from '../../shared/ipc/limits'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { KeyCap } from '../ui/key-cap'
import { whenDrawn } from '../ui/when-drawn'
import type { WrittenAhead } from './early-palette'
import { Marked } from './marked'
import styles from './palette.module.css'
import { useHistorySearch } from './use-history-search'
import { type PaletteEntry, type PaletteKind, usePaletteEntries } from './use-palette-entries'

const KINDS: readonly PaletteKind[] = ['conversations', 'actions', 'settings']

/**
 * Finds messages, actions and settings. Ctrl K opens it over anything else. It continues with what was typed before it
 * was loaded.
 */
export function Palette({ ahead }: { readonly ahead: WrittenAhead }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const open = useApp((state) => state.paletteOpen)
  const field = useRef<HTMLInputElement>(null)
  // opened again during its closing animation, it starts empty
  const [opening, setOpening] = useState({ open, count: 0 })
  if (opening.open !== open) setOpening({ open, count: opening.count + (open ? 1 : 0) })
  // opened before it was loaded
  const isFirst = opening.count === 0
  /** what had the focus before */
  const from = useRef<Element | null>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => actions.openPalette(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          className={styles.palette}
          aria-label={i18n.t('palette.title')}
          initialFocus={field}
          finalFocus={() => !left.current && (from.current instanceof HTMLElement && from.current.isConnected ? from.current : true)}
        >
          <Finder key={opening.count} field={field} from={from} ahead={isFirst ? ahead : null} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Whether a row was chosen, which moves the focus itself. */
const left = { current: false }

interface FinderProps {
  readonly field: RefObject<HTMLInputElement | null>
  /** set to what had the focus before */
  readonly from: RefObject<Element | null>
  readonly ahead: WrittenAhead | null
}

/** Takes the focus into the field when the palette opens. */
function useFieldFocus({ field, from, ahead }: FinderProps): void {
  useLayoutEffect(() => {
    from.current = ahead?.from ?? document.activeElement
    // not a key is to miss this field, nor to reach what is behind the palette
    field.current?.focus()
  }, [ahead, field, from])
  useEffect(() => {
    left.current = false
    // opened again while it still fades, the dialog takes itself for open
    whenDrawn(() => {
      field.current?.focus()
      return document.activeElement === field.current
    })
  }, [field])
}

function Finder({ field, from, ahead }: FinderProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const [query, setQuery] = useState(ahead?.text ?? '')
  const [only, setOnly] = useState<PaletteKind | null>(null)
  const [chosen, setChosen] = useState(0)
  /** Enter was pressed before the search: the first row is run when it arrives */
  const [entered, setEntered] = useState(ahead?.entered ?? false)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const found = useHistorySearch(query)
  const all = usePaletteEntries(query, found)
  const title = i18n.t('palette.title')
  const entries = all.filter(({ kind }) => only === null || kind === only)
  const isNone = query.trim() !== '' && !found.waits && found.failure === null && found.hits.length === 0
  const at = Math.min(chosen, Math.max(0, entries.length - 1))

  useFieldFocus({ field, from, ahead })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen row comes into view whenever it is another one
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at, entries.length])

  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    left.current = true
    actions.openPalette(false)
    entry.run()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for the results
  useEffect(() => {
    if (entered && !found.waits) run(entries[0])
  }, [entered, found.waits])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    setEntered(event.key === 'Enter' && found.waits && chosen === 0)
    const last = entries.length - 1
    if (event.key === 'ArrowDown') setChosen(at >= last ? 0 : at + 1)
    else if (event.key === 'ArrowUp') setChosen(at <= 0 ? Math.max(0, last) : at - 1)
    else if (event.key === 'Enter') {
      if (!found.waits || chosen !== 0) run(entries[at])
    } else if (event.key === 'Tab') {
      const kinds = [null, ...KINDS]
      const step = event.shiftKey ? kinds.length - 1 : 1
      setOnly(kinds[(kinds.indexOf(only) + step) % kinds.length] ?? null)
      setChosen(0)
    } else return
    event.preventDefault()
  }

  return (
    <>
      <div className={styles.head}>
        <Search size={18} strokeWidth={1.75} aria-hidden />
        <input
          ref={field}
          className={styles.field}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries.length === 0 ? undefined : rowId(listId, at)}
          aria-autocomplete="list"
          aria-label={title}
          placeholder={title}
          maxLength={longestSearch}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <KeyCap name="Esc" />
      </div>
      {isNone && <p className={styles.none}>{i18n.t('palette.none', { text: query.trim() })}</p>}
      <div ref={list} id={listId} role="listbox" aria-label={title} className={styles.list}>
        <EntryGroups listId={listId} entries={entries} selected={at} onRun={run} />
      </div>
      <p className="visually-hidden" role="status">
        {query.trim() === '' ? '' : i18n.count('palette.found', found.hits.length)}
      </p>
      {found.failure !== null && (
        <p className={styles.failure} role="alert">
          {found.failure}
        </p>
      )}
      <Foot only={only} />
    </>
  )
}

/** The id of a row, which the field names while the row is chosen. */
function rowId(listId: string, index: number): string {
  return `${listId}-${index}`
}

interface EntryGroupsProps {
  readonly listId: string
  readonly entries: readonly PaletteEntry[]
  /** index of the chosen entry */
  readonly selected: number
  onRun(entry: PaletteEntry): void
}

/** The entries under the headings of their kinds. */
function EntryGroups({ listId, entries, selected, onRun }: EntryGroupsProps) {
  const i18n = useI18n()
  return KINDS.map((kind) => {
    const rows = entries.flatMap((entry, index) => (entry.kind === kind ? [{ entry, index }] : []))
    return (
      rows.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
        <div key={kind} role="group" aria-labelledby={`${listId}-${kind}`}>
          <div id={`${listId}-${kind}`} className={styles.kind} role="presentation">
            {i18n.t(`palette.${kind}`)}
          </div>
          {rows.map(({ entry, index }) => (
            <Row key={entry.id} id={rowId(listId, index)} entry={entry} selected={index === selected} onRun={() => onRun(entry)} />
          ))}
        </div>
      )
    )
  })
}

/** What the keys do. `only`: the kind of entries that is shown; null: all. */
function Foot({ only }: { readonly only: PaletteKind | null }) {
  const i18n = useI18n()
  return (
    <footer className={styles.foot} aria-hidden>
      <span>
        <KeyCap name="↑" />
        <KeyCap name="↓" /> {i18n.t('palette.move')}
      </span>
      <span>
        <KeyCap name="↵" /> {i18n.t('palette.open')}
      </span>
      <span>
        <KeyCap name="Tab" /> {only === null ? i18n.t('palette.filter') : i18n.t(`palette.${only}`)}
      </span>
    </footer>
  )
}

interface RowProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly selected: boolean
  onRun(): void
}

function Row({ id, entry, selected, onRun }: RowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the chosen row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    <div id={id} role="option" aria-selected={selected} className={styles.row} data-entry={entry.id} onClick={onRun}>
      <span className={styles.icon}>{entry.icon}</span>
      <span className={styles.words}>
        <span className={styles.name}>
          <Marked text={entry.name} />
        </span>
        {entry.line.length > 0 && (
          <span className={styles.line}>
            {' · '}
            <Marked text={entry.line} />
          </span>
        )}
      </span>
      {entry.date !== null && <span className={styles.date}>{entry.date}</span>}
      {entry.keys.length > 0 && (
        <span className={styles.keys}>
          {entry.keys.map((key) => (
            <KeyCap key={key} name={key} />
          ))}
        </span>
      )}
      {selected && <CornerDownLeft className={styles.enter} size={14} strokeWidth={2} aria-hidden />}
    </div>
  )
}
