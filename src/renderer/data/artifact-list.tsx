import { Plus, Settings, Table2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { artifactRetentionDays, maxArtifactBytes } from '../../shared/data/limits'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { Fault } from '../ui/fault'
import { byteSize, shortDate } from '../ui/format'
import { originText, rowCountText } from './artifact-facts'
import styles from './data-panel.module.css'

/** All stored results, newest first, and a link to the sources. */
export function ArtifactList() {
  const i18n = useI18n()
  const { actions, now } = useServices()
  const artifacts = useApp((state) => state.artifacts)
  const [failure, setFailure] = useState<string | null>(null)
  const [isRead, setIsRead] = useState(false)
  useEffect(() => {
    void actions.readArtifacts().then((reply) => {
      setFailure(reply.ok ? null : reply.error.message)
      setIsRead(true)
    })
  }, [actions])
  const listed = Object.values(artifacts).sort((left, right) => right.createdAt - left.createdAt)
  return (
    <>
      <div className={styles.list}>
        {failure !== null && (
          <div role="alert">
            <Fault>{failure}</Fault>
          </div>
        )}
        {isRead && failure === null && listed.length === 0 && (
          <>
            <p className={styles.none}>{i18n.t('data.noResults')}</p>
            <Button className={styles.addFile} onClick={() => actions.showSettings('data')}>
              <Plus size={14} strokeWidth={2} aria-hidden />
              {i18n.t('data.addFile')}
            </Button>
          </>
        )}
        <ul className={styles.results}>
          {listed.map((artifact) => (
            <li key={artifact.artifactId}>
              <button type="button" className={styles.result} onClick={() => actions.showData(artifact.artifactId)}>
                <Table2 size={16} strokeWidth={1.75} aria-hidden />
                <span className={styles.resultWords}>
                  <span className={styles.resultTitle}>{makeVisible(artifact.title)}</span>
                  <span className={styles.resultFacts}>
                    {[
                      artifact.state === 'gone' ? i18n.t('data.goneShort') : rowCountText(artifact, i18n),
                      originText(artifact, i18n),
                      shortDate(artifact.createdAt, now(), i18n),
                    ].join(' · ')}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.listFoot}>
        <p className={styles.keeping}>
          {i18n.t('data.keeping', { days: artifactRetentionDays, size: byteSize(maxArtifactBytes, i18n.locale) })}
        </p>
        <Button small look="plain" onClick={() => actions.showSettings('data')}>
          <Settings size={14} strokeWidth={2} aria-hidden />
          {i18n.t('data.toSources')}
        </Button>
      </div>
    </>
  )
}
