import { useI18n } from '../../i18n/i18n-provider'
import { SettingsGroup } from '../settings-group'
import { ServerForm } from './server-form'
import { ServerImport } from './server-import'
import { ServerRow } from './server-row'
import styles from './servers.module.css'
import { useToolServers } from './use-tool-servers'

/** The MCP servers: how each is, what it offers, and a form for another one. */
export function ServersSection() {
  const i18n = useI18n()
  const servers = useToolServers() ?? []
  return (
    <>
      <SettingsGroup name={i18n.t('servers.list')}>
        {servers.length === 0 ? (
          <p className={styles.line}>{i18n.t('servers.none')}</p>
        ) : (
          <ul className={styles.list}>
            {servers.map((summary) => (
              <ServerRow key={summary.server.name} summary={summary} />
            ))}
          </ul>
        )}
      </SettingsGroup>
      <SettingsGroup name={i18n.t('servers.new')}>
        <ServerForm />
      </SettingsGroup>
      <SettingsGroup name={i18n.t('servers.import')}>
        <ServerImport names={servers.map(({ server }) => server.name)} />
      </SettingsGroup>
    </>
  )
}
