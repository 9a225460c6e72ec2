import { Popover } from '@base-ui/react/popover'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { ArtifactColumn } from '../../shared/data/artifact'
import type { ArtifactFilter, ArtifactView } from '../../shared/ipc/data-calls'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { Button } from '../ui/button'
import field from '../ui/field.module.css'
import { FloatingPanel } from '../ui/floating-panel'
import { Select } from '../ui/select'
import { isNumeric } from './cell-text'
import styles from './column-filter.module.css'

type Operator = ArtifactFilter['operator']
const OPERATORS: readonly Operator[] = ['contains', 'equals', 'at-least', 'at-most', 'is-empty', 'is-not-empty']

interface ColumnFilterProps {
  readonly column: ArtifactColumn
  readonly index: number
  readonly view: ArtifactView
  onView(view: ArtifactView): void
}

/** Filters a column. */
export function ColumnFilter({ column, index, view, onView }: ColumnFilterProps) {
  const i18n = useI18n()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const filter = view.filters.find((one) => one.column === index) ?? null
  const label = i18n.t(filter === null ? 'data.filterOf' : 'data.filteredBy', { column: makeVisible(column.name) })
  const others = view.filters.filter((one) => one.column !== index)
  const set = (next: ArtifactFilter | null) => {
    onView({ ...view, filters: next === null ? others : [...others, next] })
    setOpen(false)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        ref={setTrigger}
        className={`${styles.opener} ${filter === null ? '' : styles.on}`}
        aria-label={label}
        title={label}
        data-filter={index}
      >
        <ListFilter size={13} strokeWidth={2.2} aria-hidden />
      </Popover.Trigger>
      <FloatingPanel
        opener={trigger}
        within="[data-region]"
        side="bottom"
        align="end"
        width="narrow"
        title={i18n.t('data.filterOf', { column: makeVisible(column.name) })}
      >
        <FilterForm column={column} index={index} filter={filter} onFilter={set} />
      </FloatingPanel>
    </Popover.Root>
  )
}

interface FilterFormProps {
  readonly column: ArtifactColumn
  readonly index: number
  readonly filter: ArtifactFilter | null
  onFilter(filter: ArtifactFilter | null): void
}

function FilterForm({ column: { type }, index, filter, onFilter }: FilterFormProps) {
  const i18n = useI18n()
  const usual: Operator = isNumeric(type) || type === 'date' || type === 'time' ? 'at-least' : 'contains'
  const [operator, setOperator] = useState<Operator>(filter?.operator ?? usual)
  const [value, setValue] = useState(filter?.value ?? '')
  const plain = operator === 'is-empty' || operator === 'is-not-empty'
  const ready = plain || value !== ''
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onFilter({ column: index, operator, value: plain ? '' : value })
      }}
    >
      <Select
        value={operator}
        label={i18n.t('data.condition')}
        choices={OPERATORS.map((one) => ({ value: one, label: i18n.t(`data.operator.${one}`) }))}
        onChange={(next) => setOperator(next)}
      />
      {!plain && (
        <input
          className={field.field}
          aria-label={i18n.t('data.value')}
          value={value}
          maxLength={1000}
          placeholder={i18n.t('data.value')}
          autoComplete="off"
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      <div className={styles.buttons}>
        {filter !== null && <Button onClick={() => onFilter(null)}>{i18n.t('data.showAll')}</Button>}
        <Button look="ink" type="submit" aria-disabled={!ready}>
          {i18n.t('data.filter')}
        </Button>
      </div>
    </form>
  )
}
