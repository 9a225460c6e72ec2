import { Settings, Table2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { keptBytes, keptDays } from '../../shared/data/limits'
import { makeVisible } from '../../shared/text/make-visible'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { Fault } from '../ui/fault'
import { byteSize, shortDate } from '../ui/format'
import { originWords, rowsWords } from './artifact-facts'
import styles from './data-panel.module.css'

/** All kept results, the newest first, and the way to the sources. */
export function ArtifactList() {
  const words = useWords()
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
        {isRead && failure === null && listed.length === 0 && <p className={styles.none}>{words.say('data.noResults')}</p>}
        <ul className={styles.results}>
          {listed.map((artifact) => (
            <li key={artifact.artifactId}>
              <button type="button" className={styles.result} onClick={() => actions.showData(artifact.artifactId)}>
                <Table2 size={16} strokeWidth={1.75} aria-hidden />
                <span className={styles.resultWords}>
                  <span className={styles.resultTitle}>{makeVisible(artifact.title)}</span>
                  <span className={styles.resultFacts}>
                    {[
                      artifact.state === 'gone' ? words.say('data.goneShort') : rowsWords(artifact, words),
                      originWords(artifact, words),
                      shortDate(artifact.createdAt, now(), words),
                    ].join(' · ')}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.listFoot}>
        <p className={styles.keeping}>{words.say('data.keeping', { days: keptDays, size: byteSize(keptBytes, words.locale) })}</p>
        <Button small look="plain" onClick={() => actions.showSettings('data')}>
          <Settings size={14} strokeWidth={2} aria-hidden />
          {words.say('data.toSources')}
        </Button>
      </div>
    </>
  )
}
