import { AsyncLocalStorage } from 'node:async_hooks'
import type { Facts, Logger } from './logger'

/** The facts that the log lines of one request have in common. */
export interface LogContext {
  /** Adds or replaces facts. */
  add(facts: Facts): void
  /** The request is over: what it began and still runs is logged without its facts. */
  end(): void
}

interface Entry {
  readonly facts: () => Facts
}

const current = new AsyncLocalStorage<LogContext & Entry>()

/** Runs `body` as part of a request. `late`: facts that follow from the others, looked up for each line. */
export function inLogContext<Value>(first: Facts, late: (facts: Facts) => Facts, body: (context: LogContext) => Value): Value {
  let facts: Facts = first
  let isOver = false
  const context = {
    facts: () => (isOver ? {} : { ...facts, ...late(facts) }),
    add(more: Facts) {
      facts = { ...facts, ...more }
    },
    end() {
      isOver = true
      facts = {}
    },
  }
  // timers and sockets hold the context for as long as they last: it holds nothing of the request
  return current.run(context, body, context)
}

/** Adds facts to the request that this code is part of; nothing happens outside of one. */
export function addToLog(facts: Facts): void {
  current.getStore()?.add(facts)
}

/** The same log; a line of a request has the facts of the request, too. */
export function withLogContext(log: Logger): Logger {
  const whole = (facts: Facts | undefined): Facts | undefined => {
    const context = current.getStore()?.facts()
    return context === undefined ? facts : { ...context, ...facts }
  }
  return {
    info: (event, facts) => log.info(event, whole(facts)),
    warn: (event, facts) => log.warn(event, whole(facts)),
    error: (event, facts) => log.error(event, whole(facts)),
  }
}
