import { useEffect } from 'react'
import { ServerQuestionCards } from '../app/lazy-parts'
import { useApp, useServices } from '../state/context'

/** The open questions of servers, of whatever conversation: above the dock, so that they are seen wherever the thread stands. */
export function ServerQuestions() {
  const { client, store } = useServices()
  const isReady = useApp((state) => state.opening.phase === 'ready')
  const questions = useApp((state) => state.serverQuestions)
  useEffect(() => {
    // the page's first question is what it needs to be drawn
    if (!isReady) return
    void client.call('serverQuestions.list', null).then((reply) => {
      if (reply.ok) store.api.setState({ serverQuestions: reply.value.questions })
    })
  }, [client, store, isReady])
  return questions.length === 0 ? null : <ServerQuestionCards questions={questions} />
}
