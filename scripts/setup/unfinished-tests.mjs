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
  #begun = new Map()

  onTestModuleQueued = (module) => this.#begin(module, module.moduleId)
  onTestModuleEnd = (module) => this.#end(module)
  onTestCaseReady = (test) => this.#begin(test, test.module.moduleId, test.fullName)
  onTestCaseResult = (test) => this.#end(test)

  #begin({ id }, file, name) {
    this.#begun.set(id, [path.relative(inProject(), file), ...(name === undefined ? [] : [name])].join(': '))
    this.#write()
  }

  #end({ id }) {
    this.#begun.delete(id)
    this.#write()
  }

  #write() {
    if (this.#file !== undefined) writeFileSync(this.#file, JSON.stringify([...this.#begun.values()]))
  }
}
