import { useEffect, useState } from 'react'
import type { ServerQuestion } from '../../shared/servers/server-question'
import { ServerQuestionCards } from '../app/lazy-parts'
import { useServices } from '../state/context'

/** The open questions of servers, of whatever conversation: above the dock, so that they are seen wherever the thread stands. */
export function ServerQuestions() {
  const { client } = useServices()
  const [questions, setQuestions] = useState<readonly ServerQuestion[]>([])
  useEffect(() => {
    const stop = client.on('serverQuestions.changed', (changed) => setQuestions(changed.questions))
    void client.call('serverQuestions.list', null).then((reply) => {
      if (reply.ok) setQuestions(reply.value.questions)
    })
    return stop
  }, [client])
  return questions.length === 0 ? null : <ServerQuestionCards questions={questions} />
}
