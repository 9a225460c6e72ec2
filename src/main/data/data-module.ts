import { join } from 'node:path'
import type { Approval } from '../../shared/approvals/approval'
import { type DisplayText, messageOf } from '../../shared/messages/message'
import type { Platform } from '../platform/platform'
import { createDataHandlers, type DataHandlers, describeCall } from './data-handlers'
import { createDataService, type DataService, type DataServiceOptions } from './data-service'
import { createExportService } from './export/export-service'
import { createUploadService } from './sources/upload-service'
import { createWaitingImports } from './sources/waiting-imports'

export type { DataFiles } from './data-service'

/** Dependencies of the data module. */
export interface DataModuleOptions extends Omit<DataServiceOptions, 'userDataFolder' | 'onStuck'> {
  readonly platform: Pick<Platform, 'desktop' | 'userDataFolder' | 'endByForce'>
  locale(): string
}

/** Methods that also erase results. */
interface Erasing {
  erase(conversationId: string): void
  eraseAll(): Promise<void>
}

/** The approvals that wait for the user. */
interface OpenApprovals {
  /** Withdraws the open approval of this call. */
  withdraw(target: { readonly toolCallId: string }, reason: DisplayText): void
}

/** The data module for the composition root. */
export interface DataModule {
  readonly service: DataService
  readonly handlers: DataHandlers
  /**
   * Checks a query with the engine as soon as the user is asked. A query that the engine refuses is withdrawn, and the model gets the
   * reason.
   */
  review(approval: Approval, queue: OpenApprovals): void
  /** Erasing a conversation, or all of them, also erases their results. */
  erasesToo<Part extends Erasing>(part: Part): Part
  /** A page was opened: what the one before it was handing over, or taking out, is let go of, and no part of it stays. */
  pageOpened(): void
  close(): Promise<void>
}

/** Connects the parts; nothing runs yet. */
export function createDataModule({ platform, locale, ...options }: DataModuleOptions): DataModule {
  const { userDataFolder, desktop } = platform
  const { newId, report } = options
  const onStuck = (): void => {
    report(new Error('a worker of data does not end'))
    platform.endByForce()
  }
  const service = createDataService({ ...options, userDataFolder, onStuck })
  const exports = createExportService({ desktop, newId, locale })
  const imports = createWaitingImports({ engine: service.engine, sources: service.sources, newId, report })
  const uploads = createUploadService(join(userDataFolder, 'data', 'uploads'), imports, newId, report)
  const reviewed = new Set<string>()

  async function refuse({ toolName, toolCallId, conversationId, input }: Approval, queue: OpenApprovals): Promise<void> {
    const details = await describeCall(service, { toolName, conversationId, input })
    if (details?.kind === 'refused') queue.withdraw({ toolCallId }, messageOf('query-not-run', { reason: details.problem }))
  }

  /** Files that are half handed over; others can be begun at once. */
  async function letGo(): Promise<void> {
    await exports.close()
    await imports.close()
    await uploads.close()
  }

  return {
    service,
    handlers: createDataHandlers({ data: service, exports, uploads, imports, desktop, locale }),
    review(approval, queue) {
      if (approval.state !== 'requested' || reviewed.has(approval.approvalId)) return
      reviewed.add(approval.approvalId)
      refuse(approval, queue).catch(report)
    },
    erasesToo: (part) => ({
      ...part,
      erase(conversationId) {
        service.artifacts.removeOf(conversationId).catch(report)
        part.erase(conversationId)
      },
      async eraseAll() {
        await service.artifacts.removeAll()
        await part.eraseAll()
      },
    }),
    pageOpened() {
      letGo().catch(report)
    },
    async close() {
      await letGo()
      await service.close()
    },
  }
}
