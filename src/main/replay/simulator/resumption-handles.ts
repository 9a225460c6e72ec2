import { countingIds } from '../../../shared/lib/ids'

/** The resumption handles that one server has given out. Only those can be resumed. */
export class ResumptionHandles {
  private readonly newId = countingIds()
  private readonly issued = new Set<string>()

  issue(): string {
    const handle = this.newId('fixture-handle')
    this.issued.add(handle)
    return handle
  }

  knows(handle: string): boolean {
    return this.issued.has(handle)
  }
}
