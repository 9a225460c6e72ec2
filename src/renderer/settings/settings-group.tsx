import { createContext, type ReactNode, useContext, useId } from 'react'
import type { Settings } from '../../shared/ipc/schemas'
import type { SettingsSection } from '../state/app-state'
import { RowReset } from './row-reset'
import styles from './settings-group.module.css'

/** Whether the groups stand in a section with a heading of its own. */
const InSection = createContext(false)

interface SettingsPartProps {
  readonly section: SettingsSection
  /** null: the page's name is enough */
  readonly heading: string | null
  readonly children: ReactNode
}

/** One section of a page, with its heading above its groups. */
export function SettingsPart({ section, heading, children }: SettingsPartProps) {
  return (
    <section className={styles.part} data-part={section} {...(heading !== null && { 'aria-label': heading })}>
      {heading !== null && <h2 className={styles.partHeading}>{heading}</h2>}
      <InSection value={heading !== null}>{children}</InSection>
    </section>
  )
}

/** A box of rows with a title. */
export function SettingsGroup({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const Heading = useContext(InSection) ? 'h3' : 'h2'
  return (
    <section className={styles.group} aria-label={name}>
      <Heading className={styles.heading}>{name}</Heading>
      <div className={styles.box}>{children}</div>
    </section>
  )
}

interface SettingsRowProps {
  readonly name: string
  readonly line?: string
  /** the settings of this row: if they differ from their defaults, a button resets them */
  readonly keys?: readonly (keyof Settings)[]
  /** Renders the control, labelled by the row's name and described by its description. */
  control(labelledBy: string, describedBy: string | undefined): ReactNode
}

/** One setting: its name, its description, its control on the right. */
export function SettingsRow({ name, line, keys = [], control }: SettingsRowProps) {
  const nameId = useId()
  const lineId = useId()
  return (
    <div className={styles.row} data-setting={name}>
      <div className={styles.words}>
        <p className={styles.name} id={nameId}>
          {name}
        </p>
        {line !== undefined && (
          <p className={styles.line} id={lineId}>
            {line}
          </p>
        )}
      </div>
      <div className={styles.control}>
        <RowReset name={name} keys={keys} />
        {control(nameId, line === undefined ? undefined : lineId)}
      </div>
    </div>
  )
}
