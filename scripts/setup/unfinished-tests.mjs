import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { inProject } from './project.mjs'

/**
 * A reporter of vitest that keeps the tests which have begun and not ended in the file of PARLEY_UNFINISHED_TESTS, a JSON list of names:
 * what there is to say about a run that had to be killed. A file whose tests have not begun stands for itself: it is being loaded, or its
 * first hook runs.
 */
export default class UnfinishedTests {
  #file = process.env.PARLEY_UNFINISHED_TESTS
  /** the begun tests of each begun file, by its id */
  #begun = new Map()

  onTestModuleQueued = (module) => this.#changed(() => this.#begun.set(module.id, { name: nameOf(module), tests: new Map() }))
  onTestModuleEnd = (module) => this.#changed(() => this.#begun.delete(module.id))
  onTestCaseReady = ({ id, module, fullName }) => this.#changed(() => this.#begun.get(module.id)?.tests.set(id, fullName))
  // a file that has ended has no tests left, in whatever order the ends are told
  onTestCaseResult = ({ id, module }) => this.#changed(() => this.#begun.get(module.id)?.tests.delete(id))

  #changed(change) {
    change()
    const unfinished = [...this.#begun.values()].flatMap(({ name, tests }) =>
      tests.size === 0 ? [name] : [...tests.values()].map((test) => `${name}: ${test}`),
    )
    if (this.#file !== undefined) writeFileSync(this.#file, JSON.stringify(unfinished))
  }
}

function nameOf(module) {
  return path.relative(inProject(), module.moduleId)
}
