import type { ServerQuestion } from '../../shared/servers/server-question'
import { useI18n } from '../i18n/i18n-provider'
import { ServerQuestionCard } from './server-question-card'
import styles from './server-questions.module.css'

/** A card for each question, the oldest first. */
export function ServerQuestionCards({ questions }: { readonly questions: readonly ServerQuestion[] }) {
  const i18n = useI18n()
  return (
    <section className={styles.cards} aria-label={i18n.t('serverQuestion.region')} aria-live="polite">
      {questions.map((question) => (
        <ServerQuestionCard key={question.questionId} question={question} />
      ))}
    </section>
  )
}
