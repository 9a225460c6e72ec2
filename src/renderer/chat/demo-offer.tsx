import { isTalking } from '../../shared/talk/talk-facts'
import { isDemoOffer } from '../app/banner-facts'
import { demosOf } from '../demos/demos-of'
import { useI18n } from '../i18n/i18n-provider'
import type { AppState } from '../state/app-state'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { Button } from '../ui/button'
import { focusComposer } from '../ui/focus-composer'
import link from '../ui/link-button.module.css'
import styles from './demo-offer.module.css'

/** How many sentences are offered; the gallery has all of them. */
const OFFERED = 4

/** The sentences that the demo answers, where it does not understand the user, and while they talk to it without having picked one. */
export function DemoOffer() {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const cause = useApp(causeOf)
  const all = useApp((state) => state.fixtures)
  if (conversationId === null || cause === null) return null
  const sentences = [...new Set(demosOf(all, i18n.language).map(({ prompt }) => i18n.of(prompt)))].slice(0, OFFERED)
  return (
    <section className={styles.offer} aria-label={i18n.t(`demo.offer.${cause}`)} data-demo-offer={cause}>
      <p className={styles.line} role="status">
        {i18n.t(`demo.offer.${cause}`)}
      </p>
      <ul className={styles.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <Button
              small
              onClick={() => {
                void actions.askDemo(conversationId, sentence)
                // the button goes with its offer
                focusComposer()
              }}
            >
              {sentence}
            </Button>
          </li>
        ))}
      </ul>
      <button type="button" className={link.link} onClick={() => actions.showSettings('key')}>
        {i18n.t('demo.addKey')}
      </button>
    </section>
  )
}

function causeOf(state: AppState): 'talking' | 'said' | 'typed' | null {
  const status = currentStatus(state)
  if (status?.replay?.offers === true && isTalking(state.talk)) return 'talking'
  const notice = state.notices.findLast((one) => one.conversationId === state.currentConversationId && isDemoOffer(one))
  if (notice === undefined) return null
  return notice.kind === 'not-heard' ? 'said' : 'typed'
}
