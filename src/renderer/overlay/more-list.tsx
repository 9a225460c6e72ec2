import type { MenuAction } from '../ui/menu'
import styles from './list.module.css'

/** The further answers as a list, because a popup menu would not fit into this window. */
export function MoreList({ groups, disabled }: { readonly groups: readonly (readonly MenuAction[])[]; readonly disabled: boolean }) {
  return (
    <div>
      {groups.map((actions, index) => (
        <div key={actions[0]?.id ?? index} className={styles.group}>
          {actions.map(({ id, name, line, icon, run }) => (
            <button key={id} type="button" className={styles.row} aria-disabled={disabled} onClick={run}>
              <span className={styles.mark}>{icon}</span>
              <span className={styles.words}>
                <span>{name}</span>
                {line !== undefined && <span className={styles.line}>{line}</span>}
              </span>
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}
