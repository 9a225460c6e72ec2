import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readServiceAddress } from '../../shared/text/service-address'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { Fault } from '../ui/fault'
import styles from './address-row.module.css'
import { SettingsRow } from './settings-group'
import input from './settings-input.module.css'

interface AddressRowProps {
  readonly setting: 'serviceAddress' | 'tokenAddress'
  readonly name: string
  readonly line: string
  readonly placeholder: string
  /** The warning with the host, shown while an address other than Google's is set. */
  warning(host: string): string
}

/** A text field for an address, which is validated before it is saved, with a warning if it is not Google's. */
export function AddressRow({ setting, name, line, placeholder, warning }: AddressRowProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const saved = useApp((state) => state.settings[setting])
  const [typed, setTyped] = useState(saved)
  const [tried, setTried] = useState(false)
  useEffect(() => setTyped(saved), [saved])
  const text = typed.trim()
  const read = text === '' ? null : readServiceAddress(text)
  const inForce = saved === '' ? null : readServiceAddress(saved)
  const fault = tried && read?.ok === false ? read.error.code : null
  const save = () => {
    setTried(true)
    if (read === null) void actions.updateSettings({ [setting]: '' })
    else if (read.ok) void actions.updateSettings({ [setting]: read.value.url })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <SettingsRow
        name={name}
        keys={[setting]}
        line={line}
        control={(labelledBy, describedBy) => (
          <>
            <input
              className={input.input}
              type="text"
              inputMode="url"
              value={typed}
              maxLength={2000}
              spellCheck={false}
              autoComplete="off"
              placeholder={placeholder}
              aria-labelledby={labelledBy}
              aria-describedby={describedBy}
              aria-invalid={fault !== null}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                setTried(false)
              }}
            />
            {text !== saved && (
              <Button type="submit" look="ink">
                {i18n.t('service.save')}
              </Button>
            )}
          </>
        )}
      />
      {fault !== null && (
        <div className={styles.under}>
          <Fault>{i18n.t(`service.${fault}`)}</Fault>
        </div>
      )}
      {inForce?.ok === true && !inForce.value.isGoogle && (
        <p className={styles.warning}>
          <TriangleAlert size={14} strokeWidth={2.2} aria-hidden />
          {warning(inForce.value.host)}
        </p>
      )}
    </form>
  )
}
