import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, useRef, useState } from 'react'
import { KeyCap } from './key-cap'
import styles from './menu.module.css'
import { useOpeningKeys } from './use-opening-keys'

/** One item of a menu. `staysAway`: the action moves the focus itself, so it does not return to the opener. */
export interface MenuAction {
  readonly id: string
  readonly name: string
  readonly line?: string
  readonly icon: ReactNode
  /** the key caps of its shortcut */
  readonly keys?: readonly string[]
  readonly disabled?: boolean
  readonly staysAway?: boolean
  run(): void
}

interface MenuProps {
  readonly open: boolean
  onOpenChange(open: boolean): void
  /** the opener: its content, its name, its class */
  readonly opener: { readonly label: string; readonly className: string | undefined; readonly face: ReactNode }
  /** false: the keys of a list lead to the opener, Tab does not */
  readonly tabStop?: boolean
  /** groups of actions with separators */
  readonly groups: readonly (readonly MenuAction[])[]
  /** never opens upwards: what stands above the opener has to be read while it is open, so it may cover the opener instead */
  readonly staysBelow?: boolean
}

/** A button that opens a menu; arrows, letters, Home and End move inside, Esc returns to the opener. */
export function Menu({ open, onOpenChange, opener, tabStop = true, groups, staysBelow = false }: MenuProps) {
  const away = useRef(false)
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  useOpeningKeys(open, popup)
  return (
    <Base.Root
      open={open}
      modal={false}
      onOpenChange={(next) => {
        if (next) away.current = false
        onOpenChange(next)
      }}
    >
      <Base.Trigger
        ref={setTrigger}
        className={opener.className}
        aria-label={opener.label}
        title={opener.label}
        {...(!tabStop && { tabIndex: -1 })}
      >
        {opener.face}
      </Base.Trigger>
      {/* inside the opener's region, so that it belongs to a landmark of the page */}
      <Base.Portal container={trigger?.closest<HTMLElement>('[data-region]') ?? undefined}>
        <Base.Positioner
          className={styles.positioner}
          positionMethod="fixed"
          side="bottom"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          {...(staysBelow && { collisionAvoidance: { side: 'shift', fallbackAxisSide: 'none' } as const })}
        >
          <Base.Popup ref={popup} className={styles.popup} finalFocus={() => !away.current}>
            {groups.map((actions, index) => (
              <div key={actions[0]?.id ?? index} className={styles.group}>
                {actions.map((action) => (
                  <Base.Item
                    key={action.id}
                    className={styles.item}
                    disabled={action.disabled ?? false}
                    label={action.name}
                    data-action={action.id}
                    onClick={() => {
                      away.current = action.staysAway ?? false
                      action.run()
                    }}
                  >
                    {action.icon}
                    <span className={styles.words}>
                      <span className={styles.name}>{action.name}</span>
                      {action.line !== undefined && <span className={styles.line}>{action.line}</span>}
                    </span>
                    {action.keys !== undefined && (
                      <span className={styles.keys} aria-hidden>
                        {action.keys.map((key) => (
                          <KeyCap key={key} name={key} />
                        ))}
                      </span>
                    )}
                  </Base.Item>
                ))}
              </div>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
