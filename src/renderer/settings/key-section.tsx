import { Check, Lock, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import type { KeyState } from '../../shared/ipc/key-state'
import { longestKey } from '../../shared/ipc/limits'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { wholeNumber } from '../ui/format'
import { SecretField } from '../ui/secret-field'
import { AddressRow } from './address-row'
import styles from './key-section.module.css'
import { ModelListRow, ModelRow } from './model-row'
import { SettingsGroup, SettingsRow } from './settings-group'

type Outcome = { readonly kind: 'none' } | { readonly kind: 'saved' } | { readonly kind: 'failed'; readonly reason: string }

/** The Gemini key, where it is stored, and the model. A saved key can be replaced or removed, never read. */
export function KeySection() {
  const i18n = useI18n()
  const { client } = useServices()
  const key = useApp((state) => state.key)
  const inputId = useId()
  const [typed, setTyped] = useState('')
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })

  const save = async () => {
    if (typed.trim().length > longestKey) {
      return setOutcome({ kind: 'failed', reason: i18n.t('settings.key.tooLong', { limit: wholeNumber(longestKey, i18n.locale) }) })
    }
    const reply = await client.call('key.save', { key: typed.trim() })
    if (!reply.ok) return setOutcome({ kind: 'failed', reason: reply.error.message })
    setTyped('')
    setOutcome({ kind: 'saved' })
  }
  const remove = async () => {
    const reply = await client.call('key.remove', null)
    setOutcome(reply.ok ? { kind: 'none' } : { kind: 'failed', reason: reply.error.message })
  }

  return (
    <>
      <SettingsGroup name={i18n.t('settings.key')}>
        <SettingsRow
          name={i18n.t('settings.key')}
          line={
            key.ending === undefined
              ? i18n.t(placeOf(key))
              : `${i18n.t(placeOf(key))} · ${i18n.t('settings.key.ending', { ending: key.ending })}`
          }
          control={() => key.source === 'settings' && <Button onClick={() => void remove()}>{i18n.t('settings.key.remove')}</Button>}
        />
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() !== '') void save()
          }}
        >
          <label className={styles.label} htmlFor={inputId}>
            {i18n.t('settings.key.input')}
          </label>
          <div className={styles.entry}>
            <SecretField
              id={inputId}
              placeholder={i18n.t('settings.key.placeholder')}
              value={typed}
              onChange={(text) => {
                setTyped(text)
                setOutcome({ kind: 'none' })
              }}
            />
            <Button type="submit" look="ink" disabled={typed.trim() === ''}>
              {i18n.t('settings.key.save')}
            </Button>
          </div>
          <div role="status">
            {outcome.kind === 'saved' && (
              <p className={styles.saved}>
                <Check size={14} strokeWidth={2.2} aria-hidden />
                {i18n.t('settings.key.saved')}
              </p>
            )}
            {outcome.kind === 'failed' && (
              <p className={styles.failed}>
                <TriangleAlert size={14} strokeWidth={2.2} aria-hidden />
                {i18n.t('settings.failed', { reason: outcome.reason })}
              </p>
            )}
          </div>
          {key.storage === 'memory' && (
            <p className={styles.warning}>
              <TriangleAlert size={14} strokeWidth={2.2} aria-hidden />
              {i18n.t('settings.key.noStore')}
            </p>
          )}
          <p className={styles.private}>
            <Lock size={14} strokeWidth={2} aria-hidden />
            {i18n.t('settings.key.private')}
          </p>
        </form>
      </SettingsGroup>
      <SettingsGroup name={i18n.t('settings.model')}>
        <ModelRow setting="model" />
        <ModelRow setting="textModel" />
        <ModelRow setting="imageModel" />
        <ModelListRow />
      </SettingsGroup>
      <SettingsGroup name={i18n.t('service.title')}>
        <AddressRow
          setting="serviceAddress"
          name={i18n.t('service.address')}
          line={i18n.t('service.addressLine')}
          placeholder="https://generativelanguage.googleapis.com"
          warning={(host) => i18n.t('service.addressWarning', { host })}
        />
        <AddressRow
          setting="tokenAddress"
          name={i18n.t('service.tokens')}
          line={i18n.t('service.tokensLine')}
          placeholder="https://"
          warning={(host) => i18n.t('service.tokensWarning', { host })}
        />
      </SettingsGroup>
    </>
  )
}

function placeOf(key: KeyState): `settings.key.${'none' | 'environment' | 'keyring' | 'memory'}` {
  if (key.source === 'none') return 'settings.key.none'
  if (key.source === 'environment') return 'settings.key.environment'
  return key.storage === 'keyring' ? 'settings.key.keyring' : 'settings.key.memory'
}
