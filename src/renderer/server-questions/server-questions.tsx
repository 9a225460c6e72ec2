import { useEffect, useState } from 'react'
import type { ServerQuestion } from '../../shared/servers/server-question'
import { ServerQuestionCards } from '../app/lazy-parts'
import { useApp, useServices } from '../state/context'

/** The open questions of servers, of whatever conversation: above the dock, so that they are seen wherever the thread stands. */
export function ServerQuestions() {
  const { client } = useServices()
  const isReady = useApp((state) => state.opening.phase === 'ready')
  const [questions, setQuestions] = useState<readonly ServerQuestion[]>([])
  useEffect(() => {
    // the page's first question is what it needs to be drawn
    if (!isReady) return
    const stop = client.on('serverQuestions.changed', (changed) => setQuestions(changed.questions))
    void client.call('serverQuestions.list', null).then((reply) => {
      if (reply.ok) setQuestions(reply.value.questions)
    })
    return stop
  }, [client, isReady])
  return questions.length === 0 ? null : <ServerQuestionCards questions={questions} />
}
