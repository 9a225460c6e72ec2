import { type ColumnKind, columnKinds, type PreviewedRows } from '../../../shared/data/import-choices'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { Select } from '../../ui/select'
import styles from './import-check.module.css'

interface PreviewTableProps {
  readonly table: PreviewedRows
  readonly label: string
  onKind(column: string, kind: ColumnKind): void
}

/** The first rows of a table; each column has its type in its head, which can be changed. */
export function PreviewTable({ table: { columns, moreColumns, rows }, label, onKind }: PreviewTableProps) {
  const i18n = useI18n()
  const choices = columnKinds.map((kind) => ({ value: kind, label: i18n.t(`imports.kind.${kind}`) }))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached with the keyboard */}
      <section className={styles.scroll} aria-label={label} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ name, kind, offered, unlike }) => (
                <th key={name} scope="col">
                  <span className={styles.column}>{makeVisible(name)}</span>
                  <Select
                    label={i18n.t('imports.typeOf', { column: makeVisible(name) })}
                    value={kind}
                    choices={choices}
                    onChange={(next) => onKind(name, next)}
                  />
                  {offered !== null && kind === 'text' && <span className={styles.hint}>{i18n.t(`imports.offered.${offered}`)}</span>}
                  {unlike > 0 && <span className={styles.hint}>{i18n.count('imports.unlike', unlike)}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else that tells it from others
              <tr key={index}>
                {row.map((value, column) => (
                  <td key={columns[column]?.name ?? column} className={isNumber(columns[column]?.kind) ? styles.right : undefined}>
                    {makeVisible(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {moreColumns > 0 && <p className={styles.line}>{i18n.count('imports.moreColumns', moreColumns)}</p>}
    </>
  )
}

function isNumber(kind: ColumnKind | undefined): boolean {
  return kind !== undefined && kind !== 'text' && kind !== 'boolean'
}
